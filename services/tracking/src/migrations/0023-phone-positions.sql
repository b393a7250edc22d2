-- Positions of couriers' phones: whose job it is, and up to when a phone's readings are deleted. Jobs
-- of before have no driver until their next event; feeds of trackers are not purged.
alter table tracked_job add column driver_id text collate "C";
alter table feed add column purged_until timestamptz;

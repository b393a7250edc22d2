-- When a job's parcels were taken into the hub where they rest: nothing arrives from there by itself.
alter table tracked_job add column rests_since timestamptz;

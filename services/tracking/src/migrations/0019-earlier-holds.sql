-- Vehicles that a job's parcels have left on the way: when they came and went. Null for none.
alter table tracked_job add column earlier_holds json;

-- The temperature profile of the job, as it was at its booking; null for none.
alter table tracked_job add column temperature_profile json;

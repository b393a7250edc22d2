-- The temperature profile of a job, as it was at the booking; null for none.
alter table job add column temperature_profile json;

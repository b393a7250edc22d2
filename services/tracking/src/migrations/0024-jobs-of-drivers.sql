-- no transaction
-- Open jobs of a driver, for the vehicle of a phone.
create index concurrently if not exists tracked_job_driver on tracked_job (driver_id)
  where ended_at is null;

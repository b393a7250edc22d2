-- no transaction
-- Deliveries of a day, of all tenants.
create index concurrently if not exists job_delivered on job (delivered_at)
  where delivered_at is not null;

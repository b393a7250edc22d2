-- no transaction
-- Parcels that must be kept in a range, by vehicle.
create index concurrently if not exists tracked_job_range on tracked_job (vehicle_id, collected_at)
  where temperature_class is not null;

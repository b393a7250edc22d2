create index job_run on job (driver_id, sla_due, id)
  where status not in ('delivered', 'cancelled') and return_job_id is null;

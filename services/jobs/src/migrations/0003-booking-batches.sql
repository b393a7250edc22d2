-- A code that runs beside this one books without either column.
alter table job
  add starts_at timestamptz not null default now(),
  add booked_as text collate "C";
update job set starts_at = created_at;
create unique index job_booked_as on job (tenant_id, booked_as) where booked_as is not null;

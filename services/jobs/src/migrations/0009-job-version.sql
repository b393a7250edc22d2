-- Optimistic concurrency, and undo of the latest assignment.
alter table job
  add version integer not null default 1,
  add last_change json;
-- Waiting jobs of all tenants, the next due first.
create index job_unassigned on job (sla_due, id) where status = 'booked';

-- Readings go when their day is dropped; what a certificate was made from stays.
create table sealed_trace (
  tenant_id text not null,
  job_id text not null,
  trace_from timestamptz not null,
  trace_to timestamptz not null,
  cold_chain json not null,
  primary key (tenant_id, job_id)
);
create index sealed_trace_job on sealed_trace (job_id);

-- A thousand readings a row, in their order.
create table sealed_readings (
  tenant_id text not null,
  job_id text not null,
  part integer not null,
  readings json not null,
  primary key (tenant_id, job_id, part)
);
revoke update, delete on sealed_trace, sealed_readings from :runtime_role;

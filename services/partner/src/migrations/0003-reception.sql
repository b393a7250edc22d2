create table reception (
  tenant_id text collate "C" not null,
  job_id text collate "C" not null,
  barcode text collate "C" not null,
  verdict text collate "C" not null,
  reason text collate "C",
  note text,
  received_at timestamptz not null,
  received_by text collate "C" not null,
  primary key (tenant_id, job_id, barcode)
);
create index manifest_of_job on manifest (tenant_id, job_id);
create index manifest_of_run on manifest (tenant_id, route_id, run_on);
create index route_stop_job on route_stop (tenant_id, job_id);

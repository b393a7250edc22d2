-- The service ran before without assignments: nothing that is there has a driver.
alter table job
  add assignment json,
  add driver_id text collate "C" generated always as (assignment ->> 'driver_id') stored,
  add handover_code text,
  add code_tries integer not null default 0,
  add code_locked_until timestamptz,
  add said_eta_minutes integer,
  add said_eta_at timestamptz,
  add departed_at timestamptz,
  add milestone_at timestamptz not null default now(),
  add interrupted text collate "C",
  add custody_events integer not null default 0;
update job set milestone_at = created_at;

-- The carrier finds jobs whatever their tenant. Those that are over are most of all jobs, and
-- found by the order of ids.
create unique index job_id on job (id);
create index job_desk_status on job (status, id) where status not in ('delivered', 'cancelled');
create index job_driver on job (driver_id, id) where driver_id is not null;
create index job_tracking_token on job (tracking_token);

create table incident (
  tenant_id text collate "C" not null,
  id text collate "C" not null primary key,
  job_id text collate "C" not null,
  category text not null,
  severity text not null,
  description text not null,
  reported_by text not null,
  occurred_at timestamptz not null,
  foreign key (tenant_id, job_id) references job on delete cascade
);
create index incident_job on incident (job_id, id);

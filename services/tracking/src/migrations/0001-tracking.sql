-- Keys sort by bytes: the order of ids is the order of creation.
-- Drivers and vehicles belong to the carrier's tenant; jobs of all tenants name them by id.
create table driver (
  tenant_id text collate "C" not null,
  id text collate "C" not null constraint driver_id unique,
  first_name text not null,
  last_name text not null,
  photo_key text,
  photo_media_type text,
  client_id text,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);

create table vehicle (
  tenant_id text collate "C" not null,
  id text collate "C" not null constraint vehicle_id unique,
  registration text not null,
  last_position json,
  last_seen_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
-- However it is spaced, it is the same plate.
create unique index vehicle_registration
  on vehicle (tenant_id, translate(registration, ' -', ''));

create table paper (
  tenant_id text collate "C" not null,
  subject_type text not null,
  subject_id text collate "C" not null,
  seq integer not null,
  document text not null,
  -- A day, which has no zone: kept as it was written.
  expires_on text collate "C" not null,
  told_days integer,
  primary key (tenant_id, subject_type, subject_id, seq)
);
create index paper_expires_on on paper (expires_on);

create table followed_job (
  tenant_id text collate "C" not null,
  job_id text collate "C" not null,
  ref text not null,
  status text not null,
  pickup json not null,
  dropoff json not null,
  sla_due timestamptz not null,
  vehicle_id text collate "C",
  collected_at timestamptz,
  moving_since timestamptz,
  said_at timestamptz,
  said_arrival timestamptz,
  last_position json,
  last_seen_at timestamptz,
  arrives_at timestamptz,
  at_risk_from timestamptz,
  delivered_at timestamptz,
  ended_at timestamptz,
  at_risk_at timestamptz,
  breached_at timestamptz,
  heard_at timestamptz not null,
  heard_late boolean not null,
  primary key (tenant_id, job_id)
);
-- Each holds only what the watch has still to decide.
create index followed_job_due on followed_job (sla_due)
  where breached_at is null and status not in ('delivered', 'cancelled');
create index followed_job_risk on followed_job (at_risk_from)
  where at_risk_from is not null and at_risk_at is null and breached_at is null;
create index followed_job_vehicle on followed_job (vehicle_id)
  where collected_at is not null and ended_at is null;
create index followed_job_late on followed_job (heard_at) where heard_late;

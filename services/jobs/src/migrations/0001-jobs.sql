-- Keys sort by bytes: the order of ids is the order of creation.
create table job (
  tenant_id text collate "C" not null,
  tenant_name text not null,
  id text collate "C" not null,
  ref text collate "C" not null constraint job_ref_unique unique,
  status text collate "C" not null,
  priced json not null,
  pickup json not null,
  dropoff json not null,
  pickup_site_id text collate "C" not null generated always as (pickup ->> 'site_id') stored,
  dropoff_site_id text collate "C" not null generated always as (dropoff ->> 'site_id') stored,
  seal text,
  requirements json not null,
  parcel_items json not null,
  cost_centre text not null,
  reference text collate "C" not null,
  metadata json not null,
  tracking_token text not null,
  created_at timestamptz not null,
  sla_due timestamptz not null,
  collected_at timestamptz,
  delivered_at timestamptz,
  cancellation json,
  return_job_id text,
  return_of text,
  primary key (tenant_id, id)
);
create index job_status on job (tenant_id, status, id);
create index job_pickup on job (tenant_id, pickup_site_id, id);
create index job_dropoff on job (tenant_id, dropoff_site_id, id);
create index job_reference on job (tenant_id, reference, id);

create table milestone (
  tenant_id text collate "C" not null,
  job_id text collate "C" not null,
  id bigint generated always as identity,
  at timestamptz not null,
  type text not null,
  note text not null,
  seal text,
  primary key (tenant_id, job_id, id),
  foreign key (tenant_id, job_id) references job on delete cascade
);

create table job_tally (
  tenant_id text collate "C" not null,
  site_id text collate "C" not null,
  status text collate "C" not null,
  slot integer not null,
  n integer not null,
  primary key (tenant_id, site_id, status, slot)
) with (fillfactor = 50);

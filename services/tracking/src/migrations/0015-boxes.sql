-- Assets of the carrier, and what was with them from when to when. Times are half open.
create table asset (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  identifier text collate "C" not null,
  kind text not null,
  temperature_class text,
  hold_hours integer,
  qualified_until date,
  home_site_id text collate "C",
  state text not null,
  state_by text not null,
  state_at timestamptz not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  primary key (tenant_id, id)
);
create unique index asset_identifier on asset (tenant_id, identifier);

create table binding (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  kind text not null,
  asset_id text collate "C" not null,
  device_id text collate "C",
  -- Parcels: the customer, the job, its reference and how many parcels it has; which, null for all.
  job_tenant_id text collate "C",
  job_id text collate "C",
  ref text,
  job_parcels integer,
  parcels text[],
  vehicle_id text collate "C",
  site_id text collate "C",
  from_at timestamptz not null,
  to_at timestamptz,
  bound_by text not null,
  ended_by text,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, asset_id) references asset,
  check (to_at is null or to_at >= from_at),
  check (num_nonnulls(device_id, job_id, vehicle_id, site_id) = 1)
);
create index binding_asset on binding (tenant_id, asset_id, from_at);
create index binding_device on binding (tenant_id, device_id) where device_id is not null;
create index binding_job on binding (job_id) where job_id is not null;
-- Each slot holds one binding at a time, whatever the code does.
create unique index binding_present_probe on binding (tenant_id, device_id)
  where to_at is null and kind = 'probe';
create unique index binding_present_place on binding (tenant_id, asset_id)
  where to_at is null and kind = 'place';

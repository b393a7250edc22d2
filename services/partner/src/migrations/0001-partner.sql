create table partner_order (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  order_ref text collate "C" not null,
  status text collate "C" not null,
  trip json not null,
  sealed_bag text,
  job_id text collate "C",
  ref text,
  tracking_url text,
  ready_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint partner_order_ref unique (tenant_id, order_ref)
);
create table partner_quote (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  order_id text collate "C" not null,
  trip json not null,
  quote_ids text[] not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
create index partner_quote_order on partner_quote (tenant_id, order_id);
create index partner_quote_expiry on partner_quote (expires_at);

-- Stock that the pharmacy reported, and its movements since.
create table stock_site (
  tenant_id text collate "C" not null,
  site_id text collate "C" not null,
  full_as_of timestamptz,
  primary key (tenant_id, site_id)
);
create table stock_item (
  tenant_id text collate "C" not null,
  site_id text collate "C" not null,
  item_code text collate "C" not null,
  quantity integer not null,
  updated_at timestamptz not null,
  primary key (tenant_id, site_id, item_code)
);
create table stock_movement (
  tenant_id text collate "C" not null,
  site_id text collate "C" not null,
  item_code text collate "C" not null,
  order_id text collate "C" not null,
  kind text collate "C" not null,
  quantity integer not null,
  at timestamptz not null,
  primary key (tenant_id, site_id, item_code, order_id, kind)
);

create table manifest (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  status text collate "C" not null,
  route_id text collate "C",
  run_on text collate "C",
  job_id text collate "C",
  specimens json not null,
  specimen_count integer not null,
  scanned_count integer,
  digest text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index manifest_job on manifest (tenant_id, job_id) where status = 'open';
create index manifest_run on manifest (tenant_id, route_id, run_on) where status = 'open';
create table collection (
  tenant_id text collate "C" not null,
  job_id text collate "C" not null,
  parcels_scanned integer not null,
  barcodes json,
  collected_at timestamptz not null,
  primary key (tenant_id, job_id)
);
create index collection_age on collection (collected_at);

create table route (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  status text collate "C" not null,
  plan json not null,
  active_since timestamptz not null,
  planned_until timestamptz not null,
  plan_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index route_plan on route (plan_at) where status = 'active';
create table route_stop (
  tenant_id text collate "C" not null,
  route_id text collate "C" not null,
  run_on text collate "C" not null,
  stop integer not null,
  site_id text not null,
  "window" text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status text collate "C" not null,
  reason text,
  job_id text collate "C",
  ref text,
  next_try_at timestamptz not null,
  primary key (tenant_id, route_id, run_on, stop)
);
create index route_stop_due on route_stop (next_try_at) where status = 'due';

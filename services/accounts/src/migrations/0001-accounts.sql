create table tenant (
  tenant_id text primary key,
  name text not null,
  created_at timestamptz not null
);

-- Ids are unique across tenants, because a shared site is known to all by its id.
create table site (
  tenant_id text not null,
  id text primary key,
  name text not null,
  type text not null,
  address text not null,
  lat double precision not null,
  lng double precision not null,
  time_zone text not null,
  receiving_hours text not null,
  cost_centres text[] not null,
  shared boolean not null
);
create index site_tenant_id on site (tenant_id, name, id);
create index site_shared on site (name, id) where shared;

create table tenant_user (
  tenant_id text not null,
  id text not null,
  email text not null,
  name text not null,
  role text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index tenant_user_email on tenant_user (tenant_id, lower(email));

create table policy (
  tenant_id text primary key,
  default_cost_centre text not null,
  requirements json not null
);

create table client (
  tenant_id text not null references tenant,
  id text primary key,
  name text not null,
  scopes text[] not null,
  secret_hash text not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index client_tenant_id on client (tenant_id);

create table api_key (
  tenant_id text not null references tenant,
  id text primary key,
  name text not null,
  secret_hash text not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index api_key_tenant_id on api_key (tenant_id);

create table signing_key (
  kid text primary key,
  public_jwk json not null,
  sealed_private_jwk text not null,
  published_at timestamptz not null,
  signs_from timestamptz not null
);

-- One row per caller and no index beside the key: every request updates a row, and only rows
-- whose indexed columns stand still are updated within their page.
create table rate_window (
  caller text primary key,
  hits timestamptz[] not null,
  admitted boolean not null,
  seen_at timestamptz not null
) with (fillfactor = 50);

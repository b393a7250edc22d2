-- Devices of couriers: clients that hold a key instead of a secret. Revoked ones stay, so that their
-- keys are never enrolled again.
create table courier_device (
  tenant_id text not null,
  id text primary key,
  driver_id text not null,
  name text not null,
  public_key jsonb not null,
  key_thumbprint text not null,
  -- Of the initial access token that it was registered with.
  enrolment_hash text not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create unique index courier_device_key on courier_device (key_thumbprint);
create unique index courier_device_enrolment on courier_device (enrolment_hash);
create index courier_device_of_tenant on courier_device (tenant_id, id);
create index courier_device_of_driver on courier_device (tenant_id, driver_id, id);
create index courier_device_revoked_at on courier_device (revoked_at) where revoked_at is not null;

create table device_enrolment (
  tenant_id text not null,
  driver_id text not null,
  token_hash text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, driver_id)
);
create unique index device_enrolment_token on device_enrolment (token_hash);
create index device_enrolment_expires_at on device_enrolment (expires_at);

-- An assertion is good for one token.
create table used_assertion (
  tenant_id text not null,
  device_id text not null references courier_device (id) on delete cascade,
  jti text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, device_id, jti)
);
create index used_assertion_expires_at on used_assertion (expires_at);

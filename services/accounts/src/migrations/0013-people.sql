-- Sign-in identities: issuer and subject of an OpenID provider, bound to one user. Rows of both
-- tables go with their user, also where code that runs beside this one removes it.
create table identity (
  tenant_id text not null,
  user_id text not null,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null,
  primary key (tenant_id, user_id, issuer),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id) on delete cascade
);
create unique index identity_subject on identity (issuer, subject);

create table session (
  tenant_id text not null,
  id text primary key,
  user_id text not null,
  token_hash text not null,
  browser text not null,
  created_at timestamptz not null,
  -- In no index, so that a use updates the row within its page.
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id) on delete cascade
);
create unique index session_token on session (token_hash);
create index session_of_user on session (tenant_id, user_id);
create index session_expires_at on session (expires_at);

-- The first sign-in finds users of all tenants by their address.
create index tenant_user_address on tenant_user (lower(email));

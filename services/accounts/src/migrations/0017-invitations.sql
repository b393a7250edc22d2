-- Permission to sign in as a user, until it is accepted or withdrawn; goes with the user.
create table invitation (
  tenant_id text not null,
  user_id text not null,
  token_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id) on delete cascade
);
create unique index invitation_token on invitation (token_hash);

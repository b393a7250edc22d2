-- Audit log: a change stands once in the log of each tenant that may read it, the owner of the data
-- and the person's own. People are named by ids alone. A reason may name somebody: see 0020.
create table change_log (
  tenant_id text not null,
  id text not null,
  created_at timestamptz not null,
  data_tenant_id text not null,
  person_tenant_id text not null,
  person_id text not null,
  action text not null,
  object_id text,
  reason text,
  before json not null,
  after json not null,
  primary key (tenant_id, id)
);
create index change_log_person on change_log (tenant_id, person_id, id);
create index change_log_object on change_log (tenant_id, object_id, id);
-- Append-only.
revoke update, delete on change_log from :runtime_role;

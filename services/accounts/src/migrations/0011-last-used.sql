-- Code that runs beside this one makes keys without scopes: those have all that a key may have.
alter table client add last_used_at timestamptz;
alter table api_key add last_used_at timestamptz, add scopes text[];
create index client_tenant on client (tenant_id, id) where revoked_at is null;
create index api_key_tenant on api_key (tenant_id, id) where revoked_at is null;

-- no transaction
create unique index concurrently if not exists certificate_of_tenant on certificate (tenant_id, id);

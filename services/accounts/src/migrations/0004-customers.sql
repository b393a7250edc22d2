-- Tenants whose sites a tenant may book to, beside its own: a wholesaler's pharmacies.
create table customer (
  tenant_id text collate "C" not null,
  customer_id text collate "C" not null,
  primary key (tenant_id, customer_id)
);

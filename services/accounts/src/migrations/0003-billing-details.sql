create table billing_details (
  tenant_id text primary key references tenant,
  legal_name text not null,
  address text not null,
  vat_number text not null
);

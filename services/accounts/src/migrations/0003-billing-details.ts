import type { Migration } from '@svc/kit/service';

export const billingDetails: Migration = {
  name: '0003-billing-details',
  sql: `
    create table billing_details (
      tenant_id text primary key references tenant,
      legal_name text not null,
      address text not null,
      vat_number text not null
    );`,
};

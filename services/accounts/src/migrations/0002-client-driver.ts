import type { Migration } from '@svc/kit/service';

export const clientDriver: Migration = {
  name: '0002-client-driver',
  sql: 'alter table client add column driver_id text;',
};

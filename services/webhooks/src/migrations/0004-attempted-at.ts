import type { Migration } from '@svc/kit/service';

export const attemptedAt: Migration = {
  name: '0004-attempted-at',
  sql: 'alter table delivery add column attempted_at timestamptz;',
};

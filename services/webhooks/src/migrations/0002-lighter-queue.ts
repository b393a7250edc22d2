import type { Migration } from '@svc/kit/service';

/**
 * A claim changes `due_at` and so writes to every index of `due`: those that it can do without cost
 * more than what they sped up. Claims lie within a lease of now, and `due_next` finds those; what has
 * waited for long is looked for once an hour.
 */
export const lighterQueue: Migration = {
  name: '0002-lighter-queue',
  sql: `
    drop index due_claimed;
    drop index due_queued;
    create index due_queued on due using brin (queued_at);`,
};

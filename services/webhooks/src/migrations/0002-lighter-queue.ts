import type { Migration } from '@svc/kit/service';

/** What waited too long is looked for once an hour; every claim paid for an index that found it fast. */
export const lighterQueue: Migration = {
  name: '0002-lighter-queue',
  sql: `
    drop index due_queued;
    create index due_queued on due using brin (queued_at);`,
};

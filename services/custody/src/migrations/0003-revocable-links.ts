import type { Migration } from '@svc/kit/service';

export const revocableLinks: Migration = {
  name: '0003-revocable-links',
  sql: `
    -- Part of what links to the file are signed over: the next number ends all that there are.
    alter table proof_file add column link_version integer not null default 0;
  `,
};

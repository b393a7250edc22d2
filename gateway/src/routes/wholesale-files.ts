import { files } from '@svc/contracts';
import { liveOnly, read } from '../endpoint/declaration.ts';
import type { GatewayRoute } from '../endpoint/route.ts';

const common = { environments: liveOnly, scope: 'ops:dispatch', tag: 'Operations' } as const;

const own = { environments: liveOnly, scope: 'jobs:read', tag: 'Jobs' } as const;
const pageOfRows = { row_status: 'string', limit: 'integer', after_row: 'integer' } as const;
const filter = {
  dc: 'string',
  status: 'string',
  limit: 'integer',
  starting_after: 'string',
} as const;

export const wholesaleFileRoutes: readonly GatewayRoute[] = [
  read(files, 'list', {
    ...common,
    operationId: 'listWholesaleFiles',
    path: '/ops/files',
    query: { tenant_id: 'string', ...filter },
    summary: "List wholesalers' files",
    description: 'Newest first, each with its hash, row counts by outcome and processing time.',
  }),
  read(files, 'get', {
    ...common,
    operationId: 'getWholesaleFile',
    path: '/ops/files/{id}',
    query: pageOfRows,
    summary: "Fetch a wholesaler's file with its rows",
    description:
      'Follows each row to its job and proof. Page with `after_row`, the number of the last row you received. Rows and bytes ' +
      'are deleted after some months: `contents_removed_at` is the time of deletion; the rest is kept.',
  }),
  read(files, 'listOwn', {
    ...own,
    operationId: 'listFiles',
    path: '/files',
    query: filter,
    summary: 'List the files you sent',
    description:
      'Returns files received by SFTP or e-mail, newest first, with row counts by outcome.',
  }),
  read(files, 'getOwn', {
    ...own,
    operationId: 'getFile',
    path: '/files/{id}',
    query: pageOfRows,
    summary: 'Fetch a file you sent, with its rows',
    description: 'Follows each row to its job and proof-of-delivery file. Page with `after_row`.',
  }),
];

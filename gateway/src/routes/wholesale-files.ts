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
    description:
      'Newest first: what came, its hash, what became of its rows, and how long it took.',
  }),
  read(files, 'get', {
    ...common,
    operationId: 'getWholesaleFile',
    path: '/ops/files/{id}',
    query: pageOfRows,
    summary: "Fetch a wholesaler's file with its rows",
    description:
      'From file to row to job to proof. Page with `after_row`, the last row you have. Rows and bytes ' +
      'are kept for some months: `contents_removed_at` says since when they are gone; the rest stays.',
  }),
  read(files, 'listOwn', {
    ...own,
    operationId: 'listFiles',
    path: '/files',
    query: filter,
    summary: 'List the files you sent',
    description:
      'Files that came by SFTP or e-mail to book jobs, newest first, with their rows counted by outcome.',
  }),
  read(files, 'getOwn', {
    ...own,
    operationId: 'getFile',
    path: '/files/{id}',
    query: pageOfRows,
    summary: 'Fetch a file you sent, with its rows',
    description: 'From row to job to proof-of-delivery file. Page with `after_row`.',
  }),
];

import { z } from 'zod';
import { command, query } from '../define.ts';
import { empty, opaqueId, page, pageOf, storageUse } from '../primitives.ts';
import { wholesalerRequest } from './requests.ts';
import { dcCode, wholesaleFile, wholesaleRow, wholesaler } from './resource.ts';

const ofOne = {
  id: opaqueId,
  row_status: wholesaleRow.shape.status.optional(),
  limit: z.int().min(1).max(100).default(100).describe('Maximum number of rows on a page.'),
  after_row: z
    .int()
    .min(0)
    .default(0)
    .describe('Cursor: number of the last row of the previous page.'),
};
const fileWithRows = wholesaleFile.extend({
  row_list: z
    .object({
      data: z.array(wholesaleRow).describe('Rows of this page, in order.'),
      has_more: z.boolean().describe('Whether more rows follow. Request them with `after_row`.'),
    })
    .describe('A page of rows; empty after the rows are deleted.'),
});
const filter = {
  dc: dcCode.optional().describe('Only files of this distribution centre, by folder name.'),
  status: wholesaleFile.shape.status.optional(),
  ...page,
};
const fileIssues = { 'id.invalid_format': 'file_not_found' } as const;

export const filesActions = {
  /** Called by the operator for the tenant. The server creates the home and its folders. */
  putWholesaler: command({
    input: wholesalerRequest,
    output: wholesaler,
    refusals: ['unknown_site', 'username_taken', 'address_taken'],
  }),
  /** For the carrier's desk: files of all wholesalers, newest first. */
  list: query({
    input: z.object({
      tenant_id: opaqueId.optional().describe('Only files of this wholesaler: `ten_…`.'),
      ...filter,
    }),
    output: pageOf(wholesaleFile),
    refusals: [],
  }),
  /** With a page of rows, in order; without rows after they are deleted. */
  get: query({
    input: z.object(ofOne),
    output: fileWithRows,
    refusals: ['file_not_found'],
    issues: fileIssues,
  }),
  /** The same for a wholesaler: only its own files. */
  listOwn: query({ input: z.object(filter), output: pageOf(wholesaleFile), refusals: [] }),
  getOwn: query({
    input: z.object(ofOne),
    output: fileWithRows,
    refusals: ['file_not_found'],
    issues: fileIssues,
  }),
  /** For accounts: stored files of the tenant. */
  storageUse: query({ input: empty, output: storageUse, refusals: [] }),
};

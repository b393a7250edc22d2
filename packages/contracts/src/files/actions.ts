import { z } from 'zod';
import { command, query } from '../define.ts';
import { opaqueId, page, pageOf } from '../primitives.ts';
import { wholesalerRequest } from './requests.ts';
import { dcCode, wholesaleFile, wholesaleRow, wholesaler } from './resource.ts';

export const filesActions = {
  /** By the platform's operator, for the tenant. The home and its folders are the server's to make. */
  putWholesaler: command({
    input: wholesalerRequest,
    output: wholesaler,
    refusals: ['unknown_site', 'username_taken', 'address_taken'],
  }),
  /** For the carrier's desk: files of all wholesalers, newest first. */
  list: query({
    input: z.object({
      tenant_id: opaqueId.optional(),
      dc: dcCode.optional(),
      status: wholesaleFile.shape.status.optional(),
      ...page,
    }),
    output: pageOf(wholesaleFile),
    refusals: [],
  }),
  /** With a page of its rows, in order; none after they are deleted. */
  get: query({
    input: z.object({
      id: opaqueId,
      row_status: wholesaleRow.shape.status.optional(),
      limit: z.int().min(1).max(100).default(100),
      after_row: z.int().min(0).default(0),
    }),
    output: wholesaleFile.extend({
      row_list: z.object({ data: z.array(wholesaleRow), has_more: z.boolean() }),
    }),
    refusals: ['file_not_found'],
    issues: { 'id.invalid_format': 'file_not_found' },
  }),
};

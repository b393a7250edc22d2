/** What `GET /health` returns. */
import { z } from 'zod';

export const health = z
  .object({
    status: z.literal('ok').describe('The service answers and can price jobs.'),
    environment: z
      .enum(['live', 'sandbox'])
      .describe('Which environment answers: `live` moves vehicles, `sandbox` has fictional data.'),
    api_version: z.literal('v1').describe('Major version of the API, as in the path.'),
    price_book_version: z.string().describe('Version of the current price book, e.g. `2026-11`.'),
  })
  .describe('That the service is up, and what it runs.');

/** What `GET /health` returns. */
import { z } from 'zod';

export const health = z
  .object({
    status: z.literal('ok').describe('The service is up and can price jobs.'),
    writes: z
      .enum(['ok', 'degraded'])
      .describe(
        'Whether bookings and other changes are taken: `ok`, or `degraded` while they get 503. Repeat them with the same `Idempotency-Key`.',
      ),
    environment: z
      .enum(['live', 'sandbox'])
      .describe(
        'Environment that responded: `live` dispatches vehicles, `sandbox` has fictional data.',
      ),
    api_version: z.literal('v1').describe('Major version of the API, as in the path.'),
    price_book_version: z.string().describe('Version of the current price book, e.g. `2026-11`.'),
  })
  .describe('Service status and version.');

import { publicUrl } from '@svc/kit/config';
import { filesUrl } from '@svc/kit/storage';
import { z } from 'zod';

export const config = z.object({
  SVC_PUBLIC_URL: publicUrl,
  SVC_FILES_URL: filesUrl,
  SVC_PARTNER_KM_MAX: z.coerce
    .number()
    .min(1)
    .max(2_000)
    .default(100)
    .describe("Longest distance of a pharmacy's delivery."),
  SVC_ROUTES_POLL_MS: z.coerce
    .number()
    .int()
    .min(10)
    .max(600_000)
    .default(15_000)
    .describe('Poll interval for route stops to book.'),
});
export type Config = z.output<typeof config>;

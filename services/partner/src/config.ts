import { sharedSettings } from '@svc/kit/settings';
import { z } from 'zod';

const shared = sharedSettings.pick({
  SVC_PUBLIC_URL: true,
  SVC_FILES_URL: true,
  SVC_PUBLIC_HOLIDAYS: true,
});

export const config = shared.extend({
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

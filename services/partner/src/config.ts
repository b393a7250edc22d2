import { filesUrl } from '@svc/kit/storage';
import { z } from 'zod';

export const config = z.object({
  /** Where the public tracking pages are served. */
  SVC_PUBLIC_URL: z.url().default('http://127.0.0.1:8080'),
  /** Where files lie; the gateway must name the same. */
  SVC_FILES_URL: filesUrl,
  /** Longer ways are out of the pharmacies' area. */
  SVC_PARTNER_KM_MAX: z.coerce.number().min(1).max(2_000).default(100),
  /** Poll interval for route stops to book, ms. */
  SVC_ROUTES_POLL_MS: z.coerce.number().int().min(10).max(600_000).default(15_000),
});
export type Config = z.output<typeof config>;

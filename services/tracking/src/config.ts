import { filesUrl } from '@svc/kit/storage';
import { z } from 'zod';

export const config = z.object({
  /** Where links to photos are served. */
  SVC_PUBLIC_URL: z.url().default('http://127.0.0.1:8080'),
  /** The key of those links is derived from it. */
  SVC_SECRET: z.string().min(32),
  SVC_FILES_URL: filesUrl,
  /** What a vehicle makes on average, stops included; predicted arrivals rest on it. */
  SVC_AVERAGE_SPEED_KMH: z.coerce.number().min(5).max(150).default(40),
});
export type Config = z.output<typeof config>;

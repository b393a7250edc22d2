import { z } from 'zod';

export const config = z.object({
  /** Where the public tracking pages are served. */
  SVC_PUBLIC_URL: z.url().default('http://127.0.0.1:8080'),
});
export type Config = z.infer<typeof config>;

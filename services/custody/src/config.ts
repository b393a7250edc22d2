import { sharedSettings } from '@svc/kit/settings';
import type { z } from 'zod';

/** `SVC_SECRET` encrypts the private halves of certificate keys, and signs links to files. */
export const config = sharedSettings.pick({
  SVC_ENVIRONMENT: true,
  SVC_SECRET: true,
  SVC_PUBLIC_URL: true,
  SVC_API_URL: true,
  SVC_LOG_ORIGIN: true,
  SVC_FILES_URL: true,
});
export type Config = z.output<typeof config>;

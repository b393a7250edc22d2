import {
  baseUrl,
  defaultLogOrigin,
  environment,
  logOrigin,
  publicUrl,
  serviceSecret,
} from '@svc/kit/config';
import { filesUrl } from '@svc/kit/storage';
import { z } from 'zod';

export const config = z.object({
  SVC_ENVIRONMENT: environment,
  /** Encrypts the private halves of certificate keys, and signs links to files. */
  SVC_SECRET: serviceSecret,
  SVC_PUBLIC_URL: publicUrl,
  SVC_API_URL: baseUrl
    .optional()
    .describe("Where the API is served; the public URL with the environment's prefix when absent."),
  SVC_LOG_ORIGIN: logOrigin,
  SVC_FILES_URL: filesUrl,
});
export const originOf = ({ SVC_LOG_ORIGIN, SVC_PUBLIC_URL }: Config): string =>
  SVC_LOG_ORIGIN ?? defaultLogOrigin(SVC_PUBLIC_URL);
export type Config = z.output<typeof config>;

const prefixes = { live: '/v1', sandbox: '/api/v1' } as const;

export const apiUrl = ({ SVC_API_URL, SVC_PUBLIC_URL, SVC_ENVIRONMENT }: Config): string =>
  SVC_API_URL ?? SVC_PUBLIC_URL + prefixes[SVC_ENVIRONMENT];

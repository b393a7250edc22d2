import { serviceSecret } from '@svc/kit/config';
import { filesUrl } from '@svc/kit/storage';
import { z } from 'zod';

const baseUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

export const config = z.object({
  SVC_ENVIRONMENT: z.enum(['live', 'sandbox']).default('live'),
  /** Seals the private halves of certificate keys, and signs links to files. */
  SVC_SECRET: serviceSecret,
  /** Base URL of the public pages; certificates contain it, so it must not change. */
  SVC_PUBLIC_URL: baseUrl.default('http://127.0.0.1:8080'),
  /** Where the API is served; the public URL with the environment's prefix when absent. */
  SVC_API_URL: baseUrl.optional(),
  /** Where files lie; the gateway must name the same. */
  SVC_FILES_URL: filesUrl,
});
export type Config = z.output<typeof config>;

const prefixes = { live: '/v1', sandbox: '/api/v1' } as const;

export const apiUrl = ({ SVC_API_URL, SVC_PUBLIC_URL, SVC_ENVIRONMENT }: Config): string =>
  SVC_API_URL ?? SVC_PUBLIC_URL + prefixes[SVC_ENVIRONMENT];

import { environment, serviceSecret } from '@svc/kit/config';
import { z } from 'zod';

export const config = z.object({
  SVC_ENVIRONMENT: environment,
  /** Signing secrets are encrypted under a key derived from it. */
  SVC_SECRET: serviceSecret,
  SVC_WEBHOOK_ALLOW_LOOPBACK: z
    .stringbool()
    .default(false)
    .describe('For development: receivers on this machine may be registered, over http too.'),
  SVC_WEBHOOK_DEADLINE_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(10_000)
    .default(10_000)
    .describe('Deadline of a delivery, from the first DNS query to the last byte of the response.'),
  SVC_WEBHOOK_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(10)
    .max(5_000)
    .default(256)
    .describe('Concurrent deliveries of one process.'),
  SVC_WEBHOOK_ENDPOINTS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(20)
    .describe('Endpoints of one tenant, disabled ones among them.'),
  SVC_WEBHOOK_HOST_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(10)
    .default(6_000)
    .describe('Deliveries to one host, begun in a minute, over all tenants and processes.'),
  SVC_WEBHOOK_DNS_SERVERS: z
    .string()
    .transform((list) => list.split(',').map((server) => server.trim()))
    .optional()
    .describe(
      "Name servers to ask instead of the machine's own, `host:port`, separated by commas.",
    ),
});
export type Config = z.output<typeof config>;

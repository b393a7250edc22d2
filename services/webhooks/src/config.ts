import { sharedSettings } from '@svc/kit/settings';
import { z } from 'zod';

/** Signing secrets are encrypted under a key derived from `SVC_SECRET`. */
export const config = sharedSettings.pick({ SVC_ENVIRONMENT: true, SVC_SECRET: true }).extend({
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
    .optional()
    .describe(
      'Endpoints of one tenant, disabled ones among them; 20 when absent, 3 on the sandbox.',
    ),
  SVC_WEBHOOK_HOST_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(10)
    .optional()
    .describe(
      'Deliveries to one host, begun in a minute, over all tenants and processes; 6000 when absent, 300 on the sandbox.',
    ),
  SVC_UNASSIGNED_AFTER_S: z.coerce
    .number()
    .int()
    .min(10)
    .max(86_400)
    .default(600)
    .describe(
      'Seconds from booking until a job without a driver is an alarm of the control desk; `stat` jobs after 120 at most.',
    ),
  SVC_ESCALATE_AFTER_S: z.coerce
    .number()
    .int()
    .min(10)
    .max(86_400)
    .default(300)
    .describe('Seconds that a warning or critical alarm stays open until it is escalated.'),
  SVC_WEBHOOK_DNS_SERVERS: z
    .string()
    .transform((list) => list.split(',').map((server) => server.trim()))
    .optional()
    .describe(
      "Name servers to ask instead of the machine's own, `host:port`, separated by commas.",
    ),
});
export type Config = z.output<typeof config>;

type Bounds = Pick<
  Config,
  'SVC_ENVIRONMENT' | 'SVC_WEBHOOK_ENDPOINTS_MAX' | 'SVC_WEBHOOK_HOST_PER_MINUTE'
>;
/** Callers of the sandbox are unidentified: by default they get less than tenants. */
const usual = {
  live: { endpointsMax: 20, hostPerMinute: 6_000 },
  sandbox: { endpointsMax: 3, hostPerMinute: 300 },
} as const;

export function boundsOf(config: Bounds): { endpointsMax: number; hostPerMinute: number } {
  const { endpointsMax, hostPerMinute } = usual[config.SVC_ENVIRONMENT];
  return {
    endpointsMax: config.SVC_WEBHOOK_ENDPOINTS_MAX ?? endpointsMax,
    hostPerMinute: config.SVC_WEBHOOK_HOST_PER_MINUTE ?? hostPerMinute,
  };
}

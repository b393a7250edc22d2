import { pricing } from '@svc/contracts';
import { z } from 'zod';
import { sendJson } from '../http/action.ts';
import { cached } from '../http/cache.ts';
import { platformMeta } from '../http/call-meta.ts';
import { unavailable } from '../http/problem.ts';
import type { Gateway } from './route.ts';
import { bothEnvironments, type GatewayRoute } from './route.ts';

const keptMs = 5_000;

export const health = z
  .object({
    status: z.literal('ok').describe('The service answers and can price jobs.'),
    environment: z
      .enum(['live', 'sandbox'])
      .describe('Which environment answers: `live` moves vehicles, `sandbox` has fictional data.'),
    api_version: z.literal('v1').describe('Major version of the API, as in the path.'),
    price_book_version: z.string().describe('Version of the current price book, e.g. `2026-11`.'),
  })
  .describe('That the service is up, and what it runs.');

export const healthRoutes: readonly GatewayRoute[] = [
  {
    kind: 'local',
    operationId: 'getHealth',
    method: 'GET',
    path: '/health',
    environments: bothEnvironments,
    access: { public: 'api' },
    status: 200,
    tag: 'Service',
    root: false,
    isNeverShed: true,
    mediaType: 'application/json',
    response: health,
    refusals: ['invalid_body', 'unavailable'],
    summary: 'Health and current price book',
    description: 'Needs no credential.',
    handle: (gateway) => {
      const version = cached(() => currentVersion(gateway), {
        clock: gateway.clock,
        ttlMs: keptMs,
      });
      return async (request, reply) => {
        const price_book_version = await version();
        if (price_book_version === undefined) {
          gateway.sendProblem(request, reply, unavailable());
          return reply;
        }
        const record: z.output<typeof health> = {
          status: 'ok',
          environment: gateway.config.SVC_ENVIRONMENT,
          api_version: 'v1',
          price_book_version,
        };
        sendJson(reply, JSON.stringify(record));
        return reply;
      };
    },
  },
];

/** `undefined` if pricing is unavailable. */
async function currentVersion({ transport }: Gateway): Promise<string | undefined> {
  const reply = await transport.call('pricing', 'currentVersion', {}, platformMeta('health'));
  if (!('ok' in reply)) return undefined;
  return pricing.actions.currentVersion.output.parse(reply.ok).price_book_version;
}

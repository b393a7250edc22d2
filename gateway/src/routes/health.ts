import { pricing } from '@svc/contracts';
import type { z } from 'zod';
import { platformMeta } from '../auth/call-meta.ts';
import { bothEnvironments } from '../endpoint/declaration.ts';
import { health } from '../endpoint/health.ts';
import type { Gateway, GatewayRoute } from '../endpoint/route.ts';
import { sendJson } from '../http/action.ts';
import { cached } from '../problem/cache.ts';
import { unavailable } from '../problem/problem.ts';

const keptMs = 5_000;

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
    summary: 'Check health and the current price book',
    description: 'No credential required.',
    handle: (gateway) => {
      const kept = { clock: gateway.clock, ttlMs: keptMs };
      const version = cached(() => currentVersion(gateway), kept);
      const writes = cached(() => areWritesTaken(gateway), kept);
      return async (request, reply) => {
        const [price_book_version, isWritable] = await Promise.all([version(), writes()]);
        if (price_book_version === undefined) {
          gateway.sendProblem(request, reply, unavailable());
          return reply;
        }
        const record: z.output<typeof health> = {
          status: 'ok',
          writes: isWritable ? 'ok' : 'degraded',
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

async function areWritesTaken({ transport }: Gateway): Promise<boolean> {
  return 'ok' in (await transport.call('jobs', 'checkWrites', {}, platformMeta('health')));
}

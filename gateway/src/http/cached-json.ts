import { platformMeta } from '../auth/call-meta.ts';
import type { LocalRoute } from '../endpoint/route.ts';
import { cached } from '../problem/cache.ts';
import { unavailable } from '../problem/problem.ts';

const ttlMs = 5_000;

/** A public JSON document from a query without input, cached in this process for 5 s. */
export const cachedJson =
  (service: string, action: string, cacheSeconds: number): LocalRoute['handle'] =>
  ({ transport, clock, sendProblem }) => {
    const load = async () => {
      const reply = await transport.call(service, action, {}, platformMeta(action));
      return 'ok' in reply ? JSON.stringify(reply.ok) : undefined;
    };
    const text = cached(load, { clock, ttlMs });
    return async (request, reply) => {
      const document = await text();
      if (document === undefined) {
        sendProblem(request, reply, unavailable());
        return reply;
      }
      return reply
        .headers({
          'content-type': 'application/json; charset=utf-8',
          'cache-control': `public, max-age=${cacheSeconds}`,
        })
        .send(document);
    };
  };

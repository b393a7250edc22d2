import type { LocalRoute } from '../routes/route.ts';
import { platformMeta } from './call-meta.ts';
import { unavailable } from './problem.ts';
import { remembered } from './remembered.ts';

const keptMs = 5_000;

/** A public document that a query without input answers; the service is asked every 5 s at most. */
export const rememberedJson =
  (service: string, action: string, cacheSeconds: number): LocalRoute['handle'] =>
  ({ transport, clock, sendProblem }) => {
    const ask = async () => {
      const reply = await transport.call(service, action, {}, platformMeta(action));
      return 'ok' in reply ? JSON.stringify(reply.ok) : undefined;
    };
    const text = remembered(ask, { clock, forMs: keptMs });
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

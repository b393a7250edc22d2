import { setTimeout as pause } from 'node:timers/promises';
import { bookStops } from '../booking.ts';
import { worker } from '../define.ts';

/** Looks again and again; what fails is tried at the next look. */
export const bookRoutes = worker('book-routes', (context) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const work = async () => {
    while (!signal.aborted) {
      const more = await bookStops(context).catch((err: unknown) => {
        context.log.warn({ err }, 'stops of routes could not be looked for');
        return false;
      });
      const pauseMs = more ? 0 : context.config.SVC_ROUTES_POLL_MS;
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const working = work();
  return {
    stop: () => {
      stopping.abort();
      return working;
    },
  };
});

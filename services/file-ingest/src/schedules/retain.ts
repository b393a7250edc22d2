import { setTimeout as pause } from 'node:timers/promises';
import { worker } from '../define.ts';
import { removeNext } from '../removing.ts';
import { createTools } from '../tools.ts';

/** How often it is looked for what has become too old. */
const idleMs = 10 * 60_000;

/** A worker, not a timer: bytes lie elsewhere, and nothing remote is asked within a transaction. */
export const retain = worker('retain', (context) => {
  const tools = createTools(context);
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      const found = await removeNext(tools).catch((err: unknown) => {
        context.log.warn({ err }, 'old files not looked for');
        return false;
      });
      if (!found) await pause(idleMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
});

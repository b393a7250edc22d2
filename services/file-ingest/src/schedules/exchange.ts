import { setTimeout as pause } from 'node:timers/promises';
import { worker } from '../define.ts';
import { carryNext } from '../intake.ts';
import { placeNextPod } from '../pods.ts';
import { pollNext } from '../polling.ts';
import { sweepNext } from '../sweeping.ts';
import { createTools, type Tools } from '../tools.ts';

/** An idle lane looks this often for something to do. */
const idleMs = 250;

/** What goes on side by side; several of a kind never have the same thing in hand. */
const lanes: readonly ((tools: Tools) => Promise<boolean>)[] = [
  ...[pollNext, pollNext],
  ...[carryNext, carryNext, carryNext, carryNext],
  ...[placeNextPod, placeNextPod],
  sweepNext,
];

/** The exchange of files with wholesalers, for as long as the process lives. */
export const exchange = worker('exchange', (context) => {
  if (!context.config.SVC_SFTP_HOST) return { stop: async () => undefined };
  const tools = createTools(context);
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (work: (tools: Tools) => Promise<boolean>) => {
    while (!signal.aborted) {
      const found = await work(tools).catch((err: unknown) => {
        context.log.warn({ err }, 'exchange of files failed');
        return false;
      });
      if (!found) await pause(idleMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = lanes.map(run);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
      tools.sessions.close();
    },
  };
});

import { setTimeout as pause } from 'node:timers/promises';
import { type Bells, createBells } from '../bells.ts';
import { worker } from '../define.ts';
import { carryNext } from '../intake.ts';
import { placeNextPod } from '../pods.ts';
import { pollNext } from '../polling.ts';
import { type Kind, nextDue } from '../store/due.ts';
import { sweepNext } from '../sweeping.ts';
import { createTools, type Tools } from '../tools.ts';

/** How often it is looked for what others made due; what is known to become due is not waited for. */
const lookMs = 250;

interface Lane {
  kind: Kind;
  /** False when there was nothing to do. */
  work(tools: Tools): Promise<boolean>;
  /** What this gives others to do. */
  makes?: Kind;
}
const visits: Lane = { kind: 'visit', work: pollNext, makes: 'step' };
const steps: Lane = { kind: 'step', work: carryNext };
const proofs: Lane = { kind: 'proof', work: placeNextPod };

/** What goes on side by side; several of a kind never have the same thing in hand. */
const lanes: readonly Lane[] = [
  ...[visits, visits],
  ...[steps, steps, steps, steps],
  ...[proofs, proofs],
  { kind: 'sweep', work: sweepNext },
];

/** The exchange of files with wholesalers, for as long as the process lives. */
export const exchange = worker('exchange', (context) => {
  if (!context.config.SVC_SFTP_HOST) return { stop: async () => undefined };
  const tools = createTools(context);
  const stopping = new AbortController();
  const { signal } = stopping;
  const bells = createBells();
  const life = { bells, signal };
  const running = [look(tools, life), ...lanes.map((lane) => run(lane, tools, life))];
  return {
    stop: async () => {
      stopping.abort();
      bells.stop();
      await Promise.all(running);
      tools.sessions.close();
    },
  };
});

interface Life {
  bells: Bells;
  signal: AbortSignal;
}

/** Works until there is nothing to do. Whoever finds something wakes another: there may be more. */
async function run({ kind, work, makes }: Lane, tools: Tools, { bells, signal }: Life) {
  while (!signal.aborted) {
    const found = await work(tools).catch((err: unknown) => {
      tools.context.log.warn({ err }, 'exchange of files failed');
      return false;
    });
    if (!found) await bells.sleep(kind);
    else for (const more of [kind, ...(makes ? [makes] : [])]) bells.ring(more);
  }
}

/** One look for all lanes; it rings for what is due, and comes again when the next is. */
async function look({ context: { db, clock, log } }: Tools, { bells, signal }: Life) {
  while (!signal.aborted) {
    let waitMs = lookMs;
    const found = await nextDue(db).catch((err: unknown) => {
      log.warn({ err }, 'not known what is due');
      return [];
    });
    for (const { kind, at } of found) {
      const leftMs = at.getTime() - clock.now().getTime();
      if (leftMs <= 0) bells.ring(kind);
      else waitMs = Math.min(waitMs, leftMs);
    }
    await pause(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Bookings one after another by a few clients, each repeated under its key until it is answered 201. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, member } from './http.ts';
import type { FaultStack } from './stack.ts';

export interface LoadOptions {
  /** The `reference` of all its jobs. */
  label: string;
  clients?: number;
  gateways?: readonly string[];
  /** How long a client asks again for one booking: longer than the outage under test. */
  patienceMs?: number;
}

export interface Outcome {
  label: string;
  /** The first 201 of each key. */
  booked: Map<string, Answer>;
  answers: Answer[];
}

export interface Load {
  /** How many keys were answered with 201 so far. */
  count(): number;
  /** How many answers were anything else. */
  refused(): number;
  /** Begins nothing new; resolves when every key that was begun has its 201. */
  finish(): Promise<Outcome>;
}

export function startLoad(stack: FaultStack, options: LoadOptions): Load {
  const { label, clients = 4, gateways = ['gateway'], patienceMs = 60_000 } = options;
  const booked: Outcome['booked'] = new Map();
  const answers: Answer[] = [];
  const unanswered: string[] = [];
  let finishing = false;

  const bookOnce = async (key: string, gateway: string) => {
    const end = performance.now() + patienceMs;
    while (performance.now() < end) {
      const answer = await stack.book(key, { gateway, body: { reference: label } });
      answers.push(answer);
      if (answer.status === 201) {
        booked.set(key, answer);
        return;
      }
      await pause(1000 * Number(answer.headers.get('retry-after') ?? 0.2));
    }
    unanswered.push(key);
  };
  const client = async (nth: number) => {
    const gateway = gateways[nth % gateways.length] ?? 'gateway';
    for (let n = 0; !finishing; n += 1) await bookOnce(`${label}-${nth}-${n}`, gateway);
  };
  const working = Promise.all(Array.from({ length: clients }, (_, nth) => client(nth)));
  return {
    count: () => booked.size,
    refused: () => answers.length - booked.size,
    finish: async () => {
      finishing = true;
      await working;
      if (unanswered.length > 0) throw new Error(`never answered with 201: ${unanswered}`);
      return { label, booked, answers };
    },
  };
}

export const jobIdOf = (answer: Answer): string => String(member(answer, 'id'));

export const longestMs = (answers: readonly Answer[]): number =>
  Math.max(0, ...answers.map(({ ms }) => ms));

/** How often each status came; 0 is no answer. */
export function tally(answers: readonly Answer[]): Record<number, number> {
  const groups = Map.groupBy(answers, ({ status }) => status);
  return Object.fromEntries([...groups].map(([status, group]) => [status, group.length]));
}

/** One line in the test's output. */
export function report(what: string, answers: readonly Answer[]): void {
  const figures = Object.entries(tally(answers)).map(([status, n]) => `${n} × ${status}`);
  const longest = Math.round(longestMs(answers));
  const refused = answers.filter(({ status }) => status === 503).map(({ ms }) => Math.round(ms));
  const middle = refused.sort((a, b) => a - b)[refused.length >> 1] ?? 0;
  const times = `longest answer ${longest} ms, median of 503 ${middle} ms`;
  process.stdout.write(`${what}: ${figures.join(', ')}; ${times}\n`);
}

/**
 * Fuzz target: a parser, inputs for it, and what must hold for each of them.
 *
 * - **No throw** other than a refusal that the parser declares.
 * - **Time** grows linearly with the size: `growth` compares an input of the largest accepted size with
 *   a quarter of it. A hang is ended from outside (`run.ts`).
 * - **Memory** stays within the heap that the worker gets (`run.ts`).
 */
import { fail } from 'node:assert/strict';
import fc from 'fast-check';

export interface FuzzTarget<I = unknown, O = unknown> {
  /** `<room>/<parser>` */
  name: string;
  inputs: fc.Arbitrary<I>;
  /** The parser. */
  read: (input: I) => O | Promise<O>;
  /** Declared refusals; anything else that is thrown is a fault. */
  refuses?: (error: unknown) => boolean;
  /** Throws when the outcome breaks a promise. */
  holds?: (output: O, input: I) => void | Promise<void>;
  /** The largest input that reaches the parser, in the unit of `large`. */
  sizeMax: number;
  /** Inputs of a given size that cost as much as possible. */
  large: Readonly<Record<string, (size: number) => NoInfer<I>>>;
}

/** A list of targets may mix inputs: the type of each is checked where it is defined. */
export interface AnyFuzzTarget {
  name: string;
  /** Checks one arbitrary input after the other until it is stopped; the property of fast-check. */
  property: (started: () => void) => fc.IAsyncPropertyWithHooks<[unknown]>;
  growth: (started: () => void) => Promise<Growth[]>;
}

export interface Growth {
  input: string;
  /** Processor time in ms, at a quarter of the size and at all of it. */
  quarterMs: number;
  wholeMs: number;
  /** The fault found, if any. */
  fault?: string;
}

/** Processor time of one small input, ms. Generous: a garbage collection may fall into it. */
const smallMsMax = 250;
/** Linear growth is 4, quadratic 16. */
const factorMax = 10;
/** Below this a ratio of times is noise. */
const noiseMs = 40;
/** A run of this many ms needs no second one. */
const enoughMs = 200;
/** Processor time of the largest input, ms: a busy machine, whose caches others use, takes twice. */
const wholeMsMax = 6_000;
/**
 * A limit counts as exceeded when each of so many measurements exceeds it: a collection of garbage,
 * a compilation or another process on the same core may fall into any one.
 */
const measurements = 3;

export const defineTarget = <I, O>(target: FuzzTarget<I, O>): AnyFuzzTarget => ({
  name: target.name,
  property: (started) =>
    fc.asyncProperty(target.inputs as fc.Arbitrary<unknown>, async (input) => {
      started();
      let ms = await cost(() => once(target, input as I));
      for (let n = 1; n < measurements && ms > smallMsMax; n += 1) {
        started();
        ms = Math.min(ms, await cost(() => outcome(target, input as I)));
      }
      if (ms > smallMsMax) fail(`${Math.round(ms)} ms of processor time`);
    }),
  growth: async (started) => {
    const found: Growth[] = [];
    for (const [input, make] of Object.entries(target.large)) {
      const timed = (size: number) => best(target, make(size), started);
      let times = await measured(timed, target.sizeMax);
      for (let n = 1; n < measurements && steepness(times) !== undefined; n += 1) {
        const again = await measured(timed, target.sizeMax);
        times = {
          quarterMs: Math.min(times.quarterMs, again.quarterMs),
          wholeMs: Math.min(times.wholeMs, again.wholeMs),
        };
      }
      const fault = steepness(times);
      found.push({ input, ...times, ...(fault && { fault }) });
    }
    return found;
  },
});

type Times = Pick<Growth, 'quarterMs' | 'wholeMs'>;

async function measured(timed: (size: number) => Promise<number>, sizeMax: number): Promise<Times> {
  const quarterMs = await timed(Math.floor(sizeMax / 4));
  // Beyond the limit already: the whole would only take longer.
  return { quarterMs, wholeMs: quarterMs > wholeMsMax ? quarterMs : await timed(sizeMax) };
}

function steepness({ quarterMs, wholeMs }: Times): string | undefined {
  if (wholeMs > factorMax * quarterMs + noiseMs) return 'grows faster than its size';
  return wholeMs > wholeMsMax ? 'takes too long' : undefined;
}

/** The best of three runs, for the first one compiles; one is enough where that hardly counts. */
async function best<I, O>(
  target: FuzzTarget<I, O>,
  input: I,
  started: () => void,
): Promise<number> {
  let ms = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && (run === 0 || ms < enoughMs); run += 1) {
    started();
    ms = Math.min(ms, await cost(() => outcome(target, input)));
  }
  return ms;
}

async function once<I, O>(target: FuzzTarget<I, O>, input: I): Promise<void> {
  const result = await outcome(target, input);
  if (result) await target.holds?.(result.output, input);
}

/** `undefined` for a declared refusal. */
async function outcome<I, O>({ read, refuses }: FuzzTarget<I, O>, input: I) {
  try {
    return { output: await read(input) };
  } catch (error) {
    if (refuses?.(error)) return undefined;
    throw error;
  }
}

/** Processor time of this thread: what else the machine does is not counted. */
async function cost(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

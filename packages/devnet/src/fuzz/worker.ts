/** The worker process: arbitrary inputs until the time is up, then the largest ones. */
import fc from 'fast-check';
import type { WorkerData, WorkerMessage } from './run.ts';
import type { AnyFuzzTarget, Growth } from './target.ts';

const {
  module,
  target: name,
  seed,
  seconds,
  inputs: inputsMax,
}: WorkerData = JSON.parse(process.argv[2] ?? '');
const { targets }: { targets: readonly AnyFuzzTarget[] } = await import(module);
const target = targets.find((each) => each.name === name);
if (!target) throw new Error(`${module} has no target ${name}`);

const post = (message: WorkerMessage) => process.send?.(message);
const beatEveryMs = 1_000;

let inputs = 0;
let lastBeat = Number.NEGATIVE_INFINITY;
/** A sign of life before each input. */
function beat(): void {
  lastBeat = performance.now();
  post({ beat: inputs });
}

function started(): void {
  inputs += 1;
  if (performance.now() - lastBeat > beatEveryMs) beat();
}

const outcome = await fc.check(target.property(started), {
  seed,
  numRuns: inputsMax ?? Number.MAX_SAFE_INTEGER,
  ...(seconds !== undefined && { interruptAfterTimeLimit: seconds * 1_000 }),
  markInterruptAsFailure: false,
  includeErrorInReport: true,
});
const growth = outcome.failed ? [] : await target.growth(beat);
const steep = growth.find(({ fault }) => fault !== undefined);
const [slowest] = growth.toSorted((a, b) => b.wholeMs - a.wholeMs);
post({
  done: {
    inputs,
    peakMib: Math.round(process.resourceUsage().maxRSS / 1024),
    slowest,
    fault: outcome.failed ? fc.defaultReportMessage(outcome) : steep && described(steep),
  },
});

function described({ input, quarterMs, wholeMs, fault }: Growth): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return `${input}: ${fault}: ${ms(quarterMs)} for a quarter, ${ms(wholeMs)} for the largest`;
}

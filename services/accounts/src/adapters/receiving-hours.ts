/** Receiving hours of sites, parsed on a worker thread with a deadline: a tenant wrote them. */
import { collapsedBlanks } from '@svc/contracts';
import { CallFault, Refusal } from '@svc/kit/refusal';
import { createDeadlineThread, DeadlineExceeded, QueueFull, Starved } from './deadline-thread.ts';
import type { Hours } from './opening-hours.ts';
import type { HoursAnswer, HoursTask } from './opening-hours-thread.ts';

/** Hours that real sites have take 1 to 10 ms, generated ones up to 100 ms on a busy machine. */
const deadlineMs = 1_000;
/** Shorter than the caller waits. */
const waitMaxMs = 5_000;
const queueMax = 200;

const thread = createDeadlineThread<HoursTask, HoursAnswer>({
  entry: new URL('./opening-hours-thread.ts', import.meta.url),
  deadlineMs,
  waitMaxMs,
  queueMax,
});

const example = 'e.g. 24/7 or Mo-Fr 08:00-17:00';
const invalid = (detail: string) => new Refusal('invalid_body', detail);

/** Refuses values that are not in opening_hours syntax. Call it before the transaction begins. */
export async function checkReceivingHours(value: string): Promise<void> {
  const [isValid] = await run({ check: value }).catch((error: unknown) => {
    if (!(error instanceof DeadlineExceeded)) throw error;
    throw invalid(`receiving_hours takes too long to read; write it in fewer rules, ${example}.`);
  });
  if (!isValid) throw invalid(`receiving_hours is not in opening_hours syntax, ${example}.`);
}

/**
 * Whether the site receives at each moment. A site counts as open if its hours cannot be read in
 * time or do not say.
 */
export async function isOpenAt(hours: Hours, moments: Date[]): Promise<boolean[]> {
  // Hours that were stored by earlier versions may have blanks that the contract now collapses.
  const receiving_hours = collapsedBlanks(hours.receiving_hours);
  return run({ hours: { ...hours, receiving_hours }, moments }).catch((error: unknown) => {
    if (!(error instanceof DeadlineExceeded)) throw error;
    return moments.map(() => true);
  });
}

const run = (task: HoursTask): Promise<HoursAnswer> =>
  thread.run(task).catch((error: unknown) => {
    if (error instanceof QueueFull) throw new CallFault('unavailable', 'opening hours: queue full');
    if (error instanceof Starved) throw new CallFault('unavailable', 'opening hours: no processor');
    throw error;
  });

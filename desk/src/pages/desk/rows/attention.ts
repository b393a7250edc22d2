/** What of the board needs a dispatcher: figures above it, each a filter. Pure: in browsers, too. */
import type { LiveJob } from '@svc/contracts';
import { localDayOf } from '@svc/web/times';
import { type Clocked, dueState, isCarried, isOutOfRange, isOver } from './urgency.ts';

export const attentionLabels = {
  unassigned: 'Unassigned',
  late: 'Late now',
  soon: 'Due within 1 h',
  interrupted: 'Interrupted',
  out_of_range: 'Out of range',
} as const;
/** What a board shows alone. */
export const shownLabels = { ...attentionLabels, delivered: 'Delivered today' } as const;
export type Shown = keyof typeof shownLabels;
export type Attention = keyof typeof attentionLabels;
export const attentions = Object.keys(attentionLabels) as Attention[];

const isOfToday = (at: string | null, now: Date): boolean =>
  at !== null && localDayOf(new Date(at)) === localDayOf(now);

type Job = Clocked & Pick<LiveJob, 'driver_id' | 'temperature_range_c'>;

/** `celsius` is the last reading of the job's vehicle. */
export function attentionsOf(
  job: Job,
  { now, celsius }: { now: Date; celsius: number | null },
): Shown[] {
  if (isOver(job)) return isOfToday(job.delivered_at, now) ? ['delivered'] : [];
  const due = dueState(job, now);
  const held = {
    unassigned: job.driver_id === null,
    late: due === 'late',
    soon: due === 'soon',
    interrupted: job.status === 'exception',
    out_of_range: isCarried(job) && isOutOfRange(celsius, job.temperature_range_c),
  };
  return attentions.filter((each) => held[each]);
}

/** What the start page of a tenant shows of its newest jobs. Pure. */
import type { Job } from '@svc/contracts';
import { localDayOf } from '../words/local-time.ts';
import { byUrgency, isOver } from './desk/rows/urgency.ts';

const pairsMost = 5;

/** Delivered today, or due until its end; the next due first, those that are over last. */
export function deliveriesToday(jobs: readonly Job[], now: Date): Job[] {
  const today = localDayOf(now);
  return byUrgency(
    jobs.filter((job) =>
      job.delivered_at === null
        ? !isOver(job) && localDayOf(new Date(job.sla_due)) <= today
        : localDayOf(new Date(job.delivered_at)) === today,
    ),
  );
}

/** Its time of arrival is known from its vehicle. */
export const isMoving = ({ status }: Job): boolean =>
  status === 'collected' || status === 'in_transit';

/** Delivered ones that had to be kept in a range. */
export const coldToday = (deliveries: readonly Job[]): Job[] =>
  deliveries.filter((job) => job.status === 'delivered' && job.temperature_range_c !== null);

/** The newest job of each of the last pairs of sites. */
export const lastPairs = (jobs: readonly Job[]): Job[] =>
  [
    ...Map.groupBy(
      jobs.filter(({ return_of }) => return_of === null),
      ({ pickup, dropoff }) => `${pickup.site_id} ${dropoff.site_id}`,
    ).values(),
  ]
    .flatMap(([newest]) => newest ?? [])
    .slice(0, pairsMost);

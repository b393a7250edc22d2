/** Counts of a tenant by day: requests, deliveries of events, jobs. */
import { type Job, requestCountDays, type Usage } from '@svc/contracts';
import { dayBars, formatCount } from '@svc/web/chart';
import type { Html } from '@svc/web/html';
import { card } from '@svc/web/parts';
import { addDays, formatDay, localDayOf } from '../../words/local-time.ts';
import { dueState, isOver } from '../desk/rows/urgency.ts';

/** All days until `last`, the oldest first: one that is left out counted nothing. */
export const everyDay = <D extends { day: string }>(
  days: readonly D[],
  { last, count, values }: { last: string; count: number; values(day: D): readonly number[] },
) =>
  Array.from({ length: count }, (_, i) => {
    const day = addDays(last, i - count + 1);
    const found = days.find((each) => each.day === day);
    return { day: formatDay(day), values: found ? values(found) : [] };
  });

export const requestBars = (days: Usage['request_days'], last: string): Html =>
  dayBars({
    caption: 'Requests by day',
    summary: ([refused = 0, answered = 0]) =>
      `${formatCount(refused + answered)} requests in ${requestCountDays} days, ${formatCount(refused)} of them refused with 429.`,
    parts: [
      ['Refused (429)', 'bad'],
      ['Answered', 'info'],
    ],
    days: everyDay(days, {
      ...{ last, count: requestCountDays },
      values: ({ requests, rate_limited }) => [rate_limited, requests - rate_limited],
    }),
  });

type DeliveryDay = NonNullable<Usage['webhooks']>['days'][number];

export const deliveryBars = (days: readonly DeliveryDay[], last: string): Html =>
  dayBars({
    caption: 'Deliveries by day',
    summary: ([failed = 0, succeeded = 0, pending = 0]) =>
      `${formatCount(failed + succeeded + pending)} deliveries of events in 7 days, ${formatCount(failed)} given up.`,
    parts: [
      ['Given up', 'bad'],
      ['Accepted', 'good'],
      ['Under way', 'calm'],
    ],
    days: everyDay(days, {
      ...{ last, count: 7 },
      values: ({ failed, succeeded, pending }) => [failed, succeeded, pending],
    }),
  });

const jobDaysMost = 14;

/**
 * Jobs by the day of their booking, as far back as the newest ones reach; nothing where that is not
 * two whole days.
 */
export function jobBars(
  { data, has_more }: { data: readonly Job[]; has_more: boolean },
  now: Date,
): Html | undefined {
  const dayOf = ({ created_at }: Job) => localDayOf(new Date(created_at));
  const last = localDayOf(now);
  const oldest = data.at(-1);
  const first = oldest ? dayOf(oldest) : last;
  const reach = Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000);
  const count = Math.min(jobDaysMost, has_more ? reach : reach + 1);
  if (count < 2) return undefined;
  const days = [...Map.groupBy(data, dayOf)].map(([day, jobs]) => ({ day, jobs }));
  const bars = dayBars({
    caption: 'Jobs by day of booking',
    summary: ([late = 0, onTime = 0, open = 0]) =>
      `${formatCount(late + onTime + open)} jobs booked in ${count} days, ${formatCount(late)} of them late.`,
    parts: [
      ['Late', 'bad'],
      ['On time', 'good'],
      ['Under way', 'info'],
    ],
    days: everyDay(days, { last, count, values: ({ jobs }) => standingOf(jobs, now) }),
  });
  return card({ title: 'On time, by day' }, bars);
}

/** Late, on time, under way; what was cancelled is none of them. */
function standingOf(jobs: readonly Job[], now: Date): number[] {
  const counted = jobs.filter((job) => job.status === 'delivered' || !isOver(job));
  const others = counted.filter((job) => dueState(job, now) !== 'late');
  const onTime = others.filter(isOver).length;
  return [counted.length - others.length, onTime, others.length - onTime];
}

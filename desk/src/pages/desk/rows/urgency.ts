/** Order of the board, and how a job stands to its due time. Pure. */
import type { deskJob, Status } from '@svc/contracts';
import type { z } from 'zod';
import { minutesText } from '../../../words/lateness.ts';

export type DeskJob = z.infer<typeof deskJob>;
export type Clocked = Pick<DeskJob, 'status' | 'sla_due' | 'delivered_at' | 'return_job_id'>;

/** Over for the desk: a job whose parcels are brought back goes on as its return. */
export const isOver = ({ status, return_job_id }: Pick<DeskJob, 'status' | 'return_job_id'>) =>
  status === 'delivered' || status === 'cancelled' || return_job_id !== null;

/** States of jobs that are not over, in the order of their lives. */
export const openStatuses = [
  'booked',
  'assigned',
  'en_route_pickup',
  'collected',
  'in_transit',
  'exception',
] as const satisfies readonly Status[];

const carrying: ReadonlySet<Status> = new Set(['collected', 'in_transit', 'exception']);

/** Whether the vehicle's temperature is that of the parcels. */
export const isCarried = ({ status }: { status: Status }): boolean => carrying.has(status);

type Range = { min: number; max: number } | null;

/** A last reading, °C, against the range of the parcels that it is the temperature of. */
export const isOutOfRange = (celsius: number | null, range: Range): boolean =>
  celsius !== null && range !== null && (celsius < range.min || celsius > range.max);

type Ordered = Clocked & Pick<DeskJob, 'id'>;

/** Without a driver first, then the next due; those that are over last, the newest first. */
export const byUrgency = <J extends Ordered>(jobs: readonly J[]): J[] =>
  jobs.toSorted((a, b) => rankOf(a) - rankOf(b) || nextDue(a, b) || (a.id < b.id ? -1 : 1));

/** Without a driver, with one, over. */
export const rankOf = (job: Pick<DeskJob, 'status' | 'return_job_id'>): number => {
  if (isOver(job)) return 2;
  return job.status === 'booked' ? 0 : 1;
};

const nextDue = (a: Ordered, b: Ordered): number =>
  (isOver(a) ? -1 : 1) * (Date.parse(a.sla_due) - Date.parse(b.sla_due));

export interface SlaClock {
  text: string;
  isLate: boolean;
}

/** Minutes are begun ones when late and full ones when left, as the SLA counts them. */
export function slaClock(job: Clocked, now: Date): SlaClock {
  const due = Date.parse(job.sla_due);
  if (job.delivered_at !== null) {
    const late = lateMinutes(due, Date.parse(job.delivered_at));
    return {
      text: late > 0 ? `delivered ${minutesText(late)} late` : 'delivered in time',
      isLate: late > 0,
    };
  }
  if (isOver(job)) return { text: 'no longer counts', isLate: false };
  const late = lateMinutes(due, now.getTime());
  if (late > 0) return { text: `${minutesText(late)} overdue`, isLate: true };
  return {
    text: `${minutesText(Math.floor((due - now.getTime()) / minuteMs))} left`,
    isLate: false,
  };
}

/** Late, or due within an hour. */
export function dueState(job: Clocked, now: Date): 'late' | 'soon' | undefined {
  if (slaClock(job, now).isLate) return 'late';
  const leftMs = Date.parse(job.sla_due) - now.getTime();
  return isOver(job) || leftMs > soonMs ? undefined : 'soon';
}

const minuteMs = 60_000;
const soonMs = 60 * minuteMs;
const lateMinutes = (due: number, at: number): number =>
  Math.max(0, Math.ceil((at - due) / minuteMs));

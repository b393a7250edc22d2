/** Stops of the run, from what the device keeps. */
import { inOrder } from '../domain/queue.ts';
import { projected } from '../domain/steps.ts';
import { type DoorStop, stopsOf } from '../domain/stops.ts';
import type { RunStop } from './api-answers.ts';
import type { Database, StoredJob } from './database.ts';
import { element } from './dom.ts';
import { dueText, temperatureLabel } from './words.ts';

export type StoredStop = DoorStop<StoredJob>;

export async function readStops(db: Database): Promise<StoredStop[]> {
  const [jobs, actions] = await Promise.all([db.getAll('job'), db.getAll('action')]);
  return stopsOf(jobs, actions);
}

/** A job in the state that recorded actions lead to, with those. */
export async function readJob(db: Database, id: string) {
  const stored = await db.get('job', id);
  if (!stored) return undefined;
  const actions = inOrder(await db.getAllFromIndex('action', 'job', id));
  return { job: { ...stored, ...projected(stored, actions) }, actions };
}

/** The address of a stop: that of its job, where it has but one. */
export function stopLink({ jobs }: StoredStop): string {
  const id = jobs[0]?.id ?? '';
  return jobs.length > 1 ? `#stop=${id}` : `#job=${id}`;
}

/** Where to go for a job next. */
export const placeOf = (job: StoredJob): RunStop =>
  ['collected', 'in_transit'].includes(job.status) ? job.dropoff : job.pickup;

export const plural = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** “3 jobs, 5 parcels”; the parcels alone for one job. */
export function countText(jobs: readonly Pick<StoredJob, 'parcels'>[]): string {
  const parcels = plural(
    jobs.reduce((sum, job) => sum + job.parcels, 0),
    'parcel',
  );
  return jobs.length > 1 ? `${plural(jobs.length, 'job')}, ${parcels}` : parcels;
}

/** Temperature classes and profiles of the jobs, each once. */
export const temperaturesText = (jobs: readonly StoredJob[]): string =>
  [...new Set(jobs.map(temperatureLabel))].join('; ');

export const isLate = (due: string, nowMs: number): boolean =>
  dueText(due, nowMs).startsWith('late');

type CardLine = string | { bad: string } | { soft: string };

/** An item of a list that leads to a stop or job; empty lines are left out. */
export function card(href: string, title: string, lines: readonly CardLine[]): HTMLElement {
  const spans = lines
    .filter((line) => line !== '')
    .map((line) => {
      const [name, text] =
        typeof line === 'string' ? [false as const, line] : (Object.entries(line)[0] ?? []);
      return element('span', { class: name }, text);
    });
  const link = element('a', { href, class: 'card' }, element('strong', {}, title), ...spans);
  return element('li', {}, link);
}

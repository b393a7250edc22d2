/** Jobs of the board: all under way, or a page of those that a search and filters leave. */
import { jobSearch, type jobs, opaqueId } from '@svc/contracts';
import type { Client } from '@svc/kit/client';
import { z } from 'zod';
import { choiceOrNone, hidden, line, pick } from '../../form/field.ts';
import { filterOf } from '../../form/form-fields.ts';
import { statusLabels } from '../../words/labels.ts';
import { attentionsOf, type Shown, shownLabels } from './rows/attention.ts';
import {
  type BoardJob,
  compareKeys,
  type RowParts,
  sortKey,
  sortOf,
  type Temperatures,
} from './rows/board-columns.ts';
import { readPages } from './rows/read-pages.ts';
import { byUrgency, isOver } from './rows/urgency.ts';

/** Columns as a form lists them, or as a link joins them. */
const columnList = z.preprocess(
  (names) => [names].flat().join(),
  z.string().refine((names) => names.split(',').every((each) => sortOf(each).column !== undefined)),
);

/** Values that do not fit count as none, but for the search: its fault is shown. */
export const boardFields = {
  q: {
    ...line(jobSearch, {
      ...{ label: 'Find a job', type: 'search', max: 64 },
    }),
    entry: z.string().transform((text) => text.trim() || undefined),
  },
  status: choiceOrNone(statusLabels, { label: 'Status', first: 'All under way' }),
  driver_id: pick(opaqueId, { label: 'Driver', first: 'All', missing: 'Choose a driver.' }),
  show: choiceOrNone(shownLabels, { label: 'Show', first: 'All' }),
  sort: hidden(z.string().refine((text) => sortOf(text).column !== undefined)),
  columns: hidden(columnList),
};
export const boardFilter = filterOf(boardFields);
export type BoardFilter = z.output<typeof boardFilter.query>;

/** Whether the service looks among all jobs; without, the board holds all that are under way. */
export const isSearched = ({ q, status, driver_id, starting_after }: BoardFilter): boolean =>
  [q, status, driver_id, starting_after].some((each) => each !== undefined);

/** Why a search cannot be made; undefined where it can. */
export const searchFault = ({ q }: BoardFilter): string | undefined =>
  q === undefined || jobSearch.safeParse(q).success
    ? undefined
    : 'Enter 2 to 64 characters, without control characters.';

export interface Found {
  data: BoardJob[];
  /** Cursor of the page that follows, in the order of the service. */
  next: string | undefined;
  /** More jobs are under way than a board holds. */
  isCut: boolean;
}

interface Calls {
  jobs: Pick<Client<typeof jobs>, 'listForDesk' | 'listLive'>;
}

/** Jobs in the order of the chosen column, else as they come. */
export const sorted = (jobs: readonly BoardJob[], parts: RowParts): BoardJob[] =>
  jobs.toSorted((a, b) => compareKeys(sortKey(a, parts), sortKey(b, parts), parts.sort));

export async function boardJobs(wanted: BoardFilter, calls: Calls): Promise<Found> {
  if (searchFault(wanted) !== undefined) return { data: [], next: undefined, isCut: false };
  return isSearched(wanted) ? listJobs(wanted, calls) : openJobs(calls);
}

const perPage = 50;
const perRead = 100;

/** All of them: the oldest are the most overdue. Those whose parcels go back are left out. */
async function openJobs({ jobs }: Calls): Promise<Found> {
  const { data, has_more } = await readPages((starting_after) =>
    jobs.listLive({ limit: perRead, starting_after }),
  );
  // A job that was booked between two pages moves the others: one may be in both.
  const byId = new Map(data.map((job) => [job.id, job]));
  const open = [...byId.values()].filter((job) => !isOver(job));
  return { data: byUrgency(open), next: undefined, isCut: has_more };
}

async function listJobs(wanted: BoardFilter, { jobs }: Calls): Promise<Found> {
  const { q, status, driver_id, starting_after } = wanted;
  const unassigned = wanted.show === 'unassigned' ? true : undefined;
  const list = await jobs.listForDesk({
    ...{ q, status, driver_id, unassigned, starting_after },
    limit: perPage,
  });
  const next = list.has_more ? list.data.at(-1)?.id : undefined;
  return { data: byUrgency(list.data), next, isCut: false };
}

interface Marked {
  job: BoardJob;
  attentions: readonly Shown[];
}

/** Each job with what needs a dispatcher about it. */
export const markJobs = (
  jobs: readonly BoardJob[],
  { now, temperatures }: { now: Date; temperatures: Temperatures },
): Marked[] =>
  jobs.map((job) => {
    const celsius = temperatures.get(job.vehicle_id ?? '') ?? null;
    return { job, attentions: attentionsOf(job, { now, celsius }) };
  });

/** What the board shows: all jobs under way, or a page of those that a search and filters leave. */
import { jobSearch, type jobs, opaqueId, type Status, status } from '@svc/contracts';
import type { Client } from '@svc/kit/client';
import { z } from 'zod';
import { byUrgency, type DeskJob, isOver, openStatuses } from './urgency.ts';

/** Values that do not fit count as none, but for the search: its fault is shown. */
export const boardFilter = z.object({
  q: z
    .string()
    .transform((text) => text.trim() || undefined)
    .optional()
    .catch(undefined),
  status: status.optional().catch(undefined),
  driver_id: opaqueId.optional().catch(undefined),
  unassigned: z.literal('yes').optional().catch(undefined),
  starting_after: opaqueId.optional().catch(undefined),
});
export type BoardFilter = z.output<typeof boardFilter>;

export const isFiltered = ({
  q,
  status,
  driver_id,
  unassigned,
  starting_after,
}: BoardFilter): boolean =>
  [q, status, driver_id, unassigned, starting_after].some((each) => each !== undefined);

/** Why a search cannot be made; undefined where it can. */
export const searchFault = ({ q }: BoardFilter): string | undefined =>
  q === undefined || jobSearch.safeParse(q).success
    ? undefined
    : 'Enter 2 to 64 characters, without control characters.';

export interface Found {
  data: DeskJob[];
  /** Cursor of the page that follows, in the order of the service. */
  next: string | undefined;
  /** States of which the board holds the newest alone. */
  more: { status: Status; after: string }[];
}

interface Calls {
  jobs: Pick<Client<typeof jobs>, 'listForDesk'>;
}

export async function boardJobs(wanted: BoardFilter, calls: Calls): Promise<Found> {
  if (searchFault(wanted) !== undefined) return { data: [], next: undefined, more: [] };
  return isFiltered(wanted) ? listJobs(wanted, calls) : openJobs(calls);
}

/** The newest of each state; more of one are on pages of their own. */
const perStatus = 100;
const perPage = 50;

/** The service filters by one state, so that each is asked for; those whose parcels go back are left out. */
async function openJobs({ jobs }: Calls): Promise<Found> {
  const lists = await Promise.all(
    openStatuses.map(async (status) => ({
      status,
      ...(await jobs.listForDesk({ status, limit: perStatus })),
    })),
  );
  const more = lists.flatMap(({ status, data, has_more }) => {
    const after = data.at(-1)?.id;
    return has_more && after !== undefined ? [{ status, after }] : [];
  });
  const open = lists.flatMap(({ data }) => data).filter((job) => !isOver(job));
  // A job that moved on between two answers is in both.
  const byId = new Map(open.map((job) => [job.id, job]));
  return { data: byUrgency([...byId.values()]), next: undefined, more };
}

async function listJobs(wanted: BoardFilter, { jobs }: Calls): Promise<Found> {
  const { q, status, driver_id, starting_after } = wanted;
  const unassigned = wanted.unassigned === 'yes' ? true : undefined;
  const list = await jobs.listForDesk({
    ...{ q, status, driver_id, unassigned, starting_after },
    limit: perPage,
  });
  const next = list.has_more ? list.data.at(-1)?.id : undefined;
  return { data: byUrgency(list.data), next, more: [] };
}

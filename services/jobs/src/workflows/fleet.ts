/** Drivers and vehicles of the carrier, which tracking owns. */
import type { FleetStatus, Vehicle } from '@svc/contracts';
import type { JobsClients } from '../define.ts';

/** Bound of a read: a thousand. */
const pagesMax = 10;
const limit = 100;

async function listAll<T extends { id: string }>(
  pageAfter: (starting_after: string | undefined) => Promise<{ data: T[]; has_more: boolean }>,
): Promise<T[]> {
  const all: T[] = [];
  for (let n = 0; n < pagesMax; n += 1) {
    const { data, has_more } = await pageAfter(all.at(-1)?.id);
    all.push(...data);
    if (!has_more) break;
  }
  return all;
}

type Tracking = Pick<JobsClients, 'tracking'>;

/** Keepers of hubs, too. */
export const activeDrivers = ({ tracking }: Tracking) =>
  listAll((starting_after) => tracking.listDrivers({ status: 'active', limit, starting_after }));

/** Keyed by id; of both statuses unless one is wanted. */
export async function allVehicles(
  { tracking }: Tracking,
  status?: FleetStatus,
): Promise<ReadonlyMap<string, Vehicle>> {
  const all = await listAll((starting_after) =>
    tracking.listVehicles({ status, limit, starting_after }),
  );
  return new Map(all.map((vehicle) => [vehicle.id, vehicle]));
}

/** All drivers and vehicles of the carrier, for choices and names. */
import { type Driver, tracking, type Vehicle, withActions } from '@svc/contracts';
import type { Clients } from '@svc/kit/client';

export const driversAsked = withActions(tracking, 'listDrivers');
export const fleetAsked = withActions(tracking, 'listDrivers', 'listVehicles');

/** Bound of a page's choices: a thousand; further ones can be assigned over the API. */
const pagesMax = 10;
const limit = 100;

interface ListPage<T> {
  data: T[];
  has_more: boolean;
}

async function listAll<T extends { id: string }>(
  pageAfter: (starting_after: string | undefined) => Promise<ListPage<T>>,
): Promise<T[]> {
  const all: T[] = [];
  for (let n = 0; n < pagesMax; n += 1) {
    const { data, has_more } = await pageAfter(all.at(-1)?.id);
    all.push(...data);
    if (!has_more) break;
  }
  return all;
}

export const allDrivers = ({ tracking }: Clients<{ tracking: typeof driversAsked }>) =>
  listAll<Driver>((starting_after) => tracking.listDrivers({ limit, starting_after }));

export const allVehicles = ({ tracking }: Clients<{ tracking: typeof fleetAsked }>) =>
  listAll<Vehicle>((starting_after) => tracking.listVehicles({ limit, starting_after }));

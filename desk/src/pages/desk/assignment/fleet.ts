/** All drivers, vehicles, boxes, devices and sites, for choices and names. */
import {
  type Asset,
  accounts,
  type DeskSite,
  type Device,
  type Driver,
  type FleetStatus,
  jobs,
  tracking,
  type Vehicle,
  withActions,
} from '@svc/contracts';
import type { Clients } from '@svc/kit/client';
import { html } from '@svc/web/html';
import { dataOf, partOf } from '../../../view/part.ts';
import { typedSites } from '../../portal/all-sites.ts';

/** In place of the choices. */
export const noFleet = html`<p>Drivers and vehicles are not available at the moment: their service does not answer. Try again in a minute.</p>`;

export const driversAsked = withActions(tracking, 'listDrivers');
export const fleetAsked = withActions(tracking, 'listDrivers', 'listVehicles');
const vehiclesAsked = withActions(tracking, 'listVehicles');
const assetsAsked = withActions(tracking, 'listAssets');
const devicesAsked = withActions(tracking, 'listDevices');
const sitesAsked = withActions(accounts, 'listSitesForDesk');
const locateAsked = withActions(jobs, 'locateForDesk');

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

export const allDrivers = (
  { tracking }: Clients<{ tracking: typeof driversAsked }>,
  status?: FleetStatus,
) => listAll<Driver>((starting_after) => tracking.listDrivers({ status, limit, starting_after }));

export const allVehicles = (
  { tracking }: Clients<{ tracking: typeof vehiclesAsked }>,
  status?: FleetStatus,
) => listAll<Vehicle>((starting_after) => tracking.listVehicles({ status, limit, starting_after }));

export const allAssets = (
  { tracking }: Clients<{ tracking: typeof assetsAsked }>,
  status?: FleetStatus,
) => listAll<Asset>((starting_after) => tracking.listAssets({ status, limit, starting_after }));

export const allDevices = ({ tracking }: Clients<{ tracking: typeof devicesAsked }>) =>
  listAll<Device>((starting_after) => tracking.listDevices({ limit, starting_after }));

/** Hubs and their keepers stand at a site: parcels are transferred to them, and no job is assigned. */
export const isHub = ({ hub_site_id }: Pick<Vehicle, 'hub_site_id'>): boolean =>
  hub_site_id !== null;
const isKeeper = ({ hub_id }: Pick<Driver, 'hub_id'>): boolean => hub_id !== null;

/** Drivers and vehicles that are not retired: jobs can be assigned to those that are on the road. */
export async function activeFleet(clients: Clients<{ tracking: typeof fleetAsked }>) {
  const [drivers, vehicles] = await Promise.all([
    allDrivers(clients, 'active'),
    allVehicles(clients, 'active'),
  ]);
  return {
    drivers: drivers.filter((each) => !isKeeper(each)),
    vehicles: vehicles.filter((each) => !isHub(each)),
    keepers: drivers.filter(isKeeper),
    hubs: vehicles.filter(isHub),
  };
}
export type ActiveFleet = Awaited<ReturnType<typeof activeFleet>>;

/** Vehicles and sites by id: choices in the order of their names. */
export interface Places {
  vehicles: readonly Choice[];
  sites: readonly Choice[];
  names: ReadonlyMap<string, string>;
}

export async function loadPlaces(
  clients: Clients<{ tracking: typeof vehiclesAsked; accounts: typeof sitesAsked }>,
): Promise<Places> {
  const allSites = listAll<DeskSite>((starting_after) =>
    clients.accounts.listSitesForDesk({ limit, starting_after }),
  );
  const [all, found] = await Promise.all([allVehicles(clients), partOf(allSites)]);
  const vehicles = all.map(({ id, registration, status }) => ({ id, name: registration, status }));
  const sites = dataOf(found) ?? [];
  const active = vehicles.filter(({ status }) => status === 'active');
  return {
    vehicles: active.map(({ id, name }) => [id, name] as const).toSorted(byName),
    sites: typedSites(sites).toSorted(byName),
    names: new Map([...vehicles, ...sites].map(({ id, name }) => [id, name])),
  };
}

type Choice = readonly [id: string, name: string];
const byName = ([, a]: Choice, [, b]: Choice): number => a.localeCompare(b);

export const placeName = (id: string | null, { names }: Places): string =>
  id === null ? 'Place unknown' : (names.get(id) ?? id);

/** Numbers of jobs by id; one that is unknown is shown by its id. */
export async function refsOf(
  records: readonly { job_id: string | null }[],
  { jobs }: Clients<{ jobs: typeof locateAsked }>,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(records.flatMap(({ job_id }) => job_id ?? []));
  const found = await Promise.all([...ids].map((id) => partOf(jobs.locateForDesk({ id }))));
  return new Map(found.flatMap((part) => dataOf(part) ?? []).map(({ id, ref }) => [id, ref]));
}

/** Drivers, vehicles and sites that trips are made of. Those of an earlier run drive again. */
import { accounts, driver, type Site, vehicle } from '@svc/contracts';
import { z } from 'zod';
import type { Api } from './api.ts';

const pageOf = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item) });

export async function listCrews(desk: Api) {
  const { data: drivers } = await desk.get('/ops/drivers?limit=100', pageOf(driver));
  const { data: vehicles } = await desk.get('/ops/vehicles?limit=100', pageOf(vehicle));
  return { drivers, vehicles };
}
type Crews = Awaited<ReturnType<typeof listCrews>>;

const documents = [{ document: 'driving_licence', expires_on: '2099-12-31' }];

export interface CrewNames {
  first_name: string;
  last_name: string;
  registration: string;
}

/** A driver and a vehicle of these names: those that are known, else new ones. */
export async function crewOf(
  desk: Api,
  { drivers, vehicles }: Crews,
  { registration, ...name }: CrewNames,
) {
  const person =
    drivers.find((d) => d.first_name === name.first_name && d.last_name === name.last_name) ??
    (await desk.post('/ops/drivers', { ...name, documents }, driver));
  const car =
    vehicles.find((v) => v.registration === registration) ??
    (await desk.post('/ops/vehicles', { registration }, vehicle));
  if (!vehicles.includes(car)) vehicles.push(car);
  return { person, vehicle_id: car.id };
}

export const sitesOf = async (sender: Api): Promise<Site[]> =>
  (await sender.get('/sites', accounts.actions.listSites.output)).data;

export function sitesOfType(
  sites: readonly Site[],
  types: readonly Site['type'][],
): readonly [Site, ...Site[]] {
  const [first, ...others] = sites.filter(({ type }) => types.includes(type));
  if (!first) throw new Error(`the demo tenant has no site of type ${types.join(' or ')}`);
  return [first, ...others];
}

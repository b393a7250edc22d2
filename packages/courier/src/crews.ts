/** Drivers, their devices and vehicles. Those of an earlier run drive again. */
import { accounts, driver, type Position, vehicle } from '@svc/contracts';
import { z } from 'zod';
import type { Api } from './api.ts';
import type { Credentials } from './dev-file.ts';
import { photoPng } from './images.ts';
import { randomFor } from './random.ts';

export interface CourierCrew {
  driver_id: string;
  vehicle_id: string;
  firstName: string;
  registration: string;
  /** The driver's own device. */
  device: Api;
  /** Where the vehicle was last. */
  at?: Position;
}

const cast = [
  { first_name: 'Naledi', last_name: 'Courier', registration: 'SIM 101 GP' },
  { first_name: 'Thabo', last_name: 'Courier', registration: 'SIM 102 GP' },
  { first_name: 'Zanele', last_name: 'Courier', registration: 'SIM 103 GP' },
  { first_name: 'Pieter', last_name: 'Courier', registration: 'SIM 104 GP' },
] as const;
export const crewsMax = cast.length;

export interface CrewParts {
  desk: Api;
  apiOf(client: Credentials): Api;
  seed: number;
}

const pageOf = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item) });

export async function prepareCrews(
  count: number,
  { desk, apiOf, seed }: CrewParts,
): Promise<CourierCrew[]> {
  const { data: drivers } = await desk.get('/ops/drivers?limit=100', pageOf(driver));
  const { data: vehicles } = await desk.get('/ops/vehicles?limit=100', pageOf(vehicle));
  const members = cast.slice(0, count).map(async ({ registration, ...name }, i) => {
    const known = drivers.find(
      (d) => d.first_name === name.first_name && d.last_name === name.last_name,
    );
    const { id } = known ?? (await desk.post('/ops/drivers', { ...name, documents }, driver));
    if (!known?.has_photo) {
      const photo = photoPng(randomFor(seed, -1 - i));
      await desk.sendPng({ method: 'PUT', path: `/ops/drivers/${id}/photo` }, photo, driver);
    }
    const car =
      vehicles.find((v) => v.registration === registration) ??
      (await desk.post('/ops/vehicles', { registration }, vehicle));
    const client = await desk.post(`/ops/drivers/${id}/client`, {}, newClient);
    return {
      driver_id: id,
      vehicle_id: car.id,
      firstName: name.first_name,
      registration,
      device: apiOf(client),
    };
  });
  return Promise.all(members);
}

const newClient = accounts.actions.createClient.output;
const documents = [{ document: 'driving_licence', expires_on: '2099-12-31' }];

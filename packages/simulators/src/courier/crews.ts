/** Drivers, their devices and vehicles. */
import { accounts, driver, type Position } from '@svc/contracts';
import type { Api } from '../api.ts';
import { type CrewNames, crewOf, listCrews } from '../carrier.ts';
import type { Credentials } from '../dev-file.ts';
import { photoPng } from '../images.ts';
import { randomFor } from '../random.ts';

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

export const usualCast = [
  { first_name: 'Naledi', last_name: 'Courier', registration: 'SIM 101 GP' },
  { first_name: 'Thabo', last_name: 'Courier', registration: 'SIM 102 GP' },
  { first_name: 'Zanele', last_name: 'Courier', registration: 'SIM 103 GP' },
  { first_name: 'Pieter', last_name: 'Courier', registration: 'SIM 104 GP' },
] as const;

export interface CrewParts {
  desk: Api;
  apiOf(client: Credentials): Api;
  seed: number;
}

export async function prepareCrews(
  cast: readonly CrewNames[],
  { desk, apiOf, seed }: CrewParts,
): Promise<CourierCrew[]> {
  const known = await listCrews(desk);
  const crews: CourierCrew[] = [];
  // One after the other, for two may share a vehicle.
  for (const [i, names] of cast.entries()) {
    const { person, vehicle_id } = await crewOf(desk, known, names);
    const { id, has_photo } = person;
    if (!has_photo) {
      const photo = photoPng(randomFor(seed, -1 - i));
      await desk.sendPng({ method: 'PUT', path: `/ops/drivers/${id}/photo` }, photo, driver);
    }
    const client = await desk.post(`/ops/drivers/${id}/client`, {}, newClient);
    const { first_name: firstName, registration } = names;
    crews.push({ driver_id: id, vehicle_id, firstName, registration, device: apiOf(client) });
  }
  return crews;
}

const newClient = accounts.actions.createClient.output;

/** The carrier's part in the life of a job, past the gateway: for tests that need a job in a state. */
import { custody, jobs, tracking } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import type { Stage } from './environment.ts';

/** Asks as the carrier; drivers and vehicles belong to the tenant that it asks for. */
export const deskOf = ({ transport }: Pick<Stage, 'transport'>, tenant = 'ten_operator') =>
  createClients({ custody, jobs, tracking }, transport, {
    tenant,
    actor: 'desk',
    requestId: 'test',
  });
export type Desk = ReturnType<typeof deskOf>;

export interface Crew {
  driver_id: string;
  vehicle_id: string;
}

export const newRegistration = (): string => `T ${crypto.randomUUID().slice(0, 12).toUpperCase()}`;

export async function newCrew(desk: Desk): Promise<Crew> {
  const names = { first_name: 'Naledi', last_name: 'Example' };
  const driver = await desk.tracking.createDriver(names);
  const vehicle = await desk.tracking.createVehicle({ registration: newRegistration() });
  return { driver_id: driver.id, vehicle_id: vehicle.id };
}

/** Under which parcels travel unless a test says otherwise. */
export const seal = 'SL-00421';
/** For a booking whose hand-over needs nothing. */
export const noProof = { otp: false, id_check: false, signature: false, photo: false };

export async function assign(desk: Desk, id: string): Promise<void> {
  await desk.jobs.assign({ id, ...(await newCrew(desk)) });
}

export async function collect(desk: Desk, id: string, crew?: Crew): Promise<void> {
  await desk.jobs.assign({ id, ...(crew ?? (await newCrew(desk))) });
  const scanned = { parcels_scanned: 1, box_temperature_c: 4.2 };
  await desk.jobs.reachMilestone({ id, type: 'collect', seal, ...scanned });
}

/** Of a job that was booked with `noProof`. */
export async function deliver(desk: Desk, id: string, crew?: Crew): Promise<void> {
  await collect(desk, id, crew);
  await desk.jobs.reachMilestone({ id, type: 'deliver', seal, recipient: 'Reception' });
}

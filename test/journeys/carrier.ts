/** The carrier over HTTP: its desk, and a driver's device on the road. */
import {
  accounts,
  carrierScopes,
  driver,
  type milestoneRequest,
  movedJob,
  storedFile,
  vehicle,
} from '@svc/contracts';
import { expect } from 'vitest';
import type { z } from 'zod';
import { type Crew, newRegistration, pngOf } from './desk.ts';
import { type Answer, type Ask, asker, resource } from './http.ts';
import { fetchToken, newTenant } from './tenants.ts';
import type { World } from './world.ts';

export interface Courier extends Crew {
  ask: Ask;
  registration: string;
}
export interface Carrier {
  ask: Ask;
  /** Puts a driver with a device and a vehicle of its own on the road. */
  courier(names?: Names): Promise<Courier>;
}
interface Names {
  first_name: string;
  last_name: string;
}
type CreatedClient = z.infer<(typeof accounts)['actions']['createClient']['output']>;

export async function newCarrier({
  stage,
  observe,
}: Pick<World, 'stage' | 'observe'>): Promise<Carrier> {
  const { ask } = await newTenant(stage, { observe, scopes: carrierScopes });
  const deviceOf = async ({ client_id, client_secret }: CreatedClient) => {
    const client = { clientId: client_id, clientSecret: client_secret };
    const token = await fetchToken(stage, client, ['ops:courier']);
    return asker(stage.baseUrl, { authorization: `Bearer ${token}` }, observe);
  };
  return {
    ask,
    courier: async (body = { first_name: 'Thandi', last_name: 'Example' }) => {
      const { id: driver_id } = resource(await ask('POST /ops/drivers', { body }), 201, driver);
      const made = await ask(`POST /ops/drivers/${driver_id}/client`);
      const client = resource(made, 201, accounts.actions.createClient.output);
      const plate = { registration: newRegistration() };
      const car = resource(await ask('POST /ops/vehicles', { body: plate }), 201, vehicle);
      const device = await deviceOf(client);
      return { driver_id, vehicle_id: car.id, ask: device, ...plate };
    },
  };
}

export async function assignTo(
  { ask }: Carrier,
  id: string,
  { driver_id, vehicle_id }: Crew,
): Promise<void> {
  const body = { driver_id, vehicle_id };
  const moved = resource(await ask(`POST /ops/jobs/${id}/assign`, { body }), 200, movedJob);
  expect(moved).toMatchObject({ status: 'assigned', ...body, webhook_events: ['job.assigned'] });
}

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
export type Milestone = Without<z.input<typeof milestoneRequest>, 'id' | 'courier_id'>;

export const tell = (ask: Ask, id: string, body: Milestone): Promise<Answer> =>
  ask(`POST /ops/jobs/${id}/milestones`, { body });

/** The milestone leads to this state and tells subscribers this. */
export async function reach(
  ask: Ask,
  id: string,
  [milestone, status, ...events]: readonly [Milestone, string, ...string[]],
) {
  const moved = resource(await tell(ask, id, milestone), 200, movedJob);
  expect([moved.status, ...moved.webhook_events], milestone.type).toEqual([status, ...events]);
  return moved;
}

export async function fileImage(ask: Ask, id: string, kind: 'signature' | 'photo') {
  const raw = pngOf(`${kind} of ${id}`);
  const headers = { 'content-type': 'image/png' };
  const answer = await ask(`POST /ops/jobs/${id}/files?kind=${kind}`, { raw, headers });
  return { ...resource(answer, 201, storedFile), bytes: raw };
}

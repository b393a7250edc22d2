/** The carrier over HTTP: its desk, and a driver's device on the road. */
import {
  accounts,
  carrierScopes,
  jobs,
  type milestoneRequest,
  movedJob,
  storedFile,
} from '@svc/contracts';
import { pngOf } from '@svc/devnet/fuzz/images';
import { expect } from 'vitest';
import { z } from 'zod';
import { type Crew, newRegistration } from './desk.ts';
import { type Answer, createSend, resource, type Send } from './http.ts';
import { fetchToken, newTenant } from './tenants.ts';
import type { World } from './world.ts';

export interface Courier extends Crew {
  send: Send;
  registration: string;
}
export interface Carrier {
  send: Send;
  /** Puts a driver with a device and a vehicle of its own on the road. */
  courier(names?: Names): Promise<Courier>;
}
interface Names {
  first_name: string;
  last_name: string;
}
/** As much as every version answers: upgrades use it, too. */
const added = z.looseObject({ id: z.string() });
type CreatedClient = z.infer<(typeof accounts)['actions']['createClient']['output']>;

export async function newCarrier({
  stage,
  observe,
}: Pick<World, 'stage' | 'observe'>): Promise<Carrier> {
  const { send } = await newTenant(stage, { observe, scopes: carrierScopes });
  const deviceOf = async ({ client_id, client_secret }: CreatedClient) => {
    const client = { clientId: client_id, clientSecret: client_secret };
    const token = await fetchToken(stage, client, ['ops:courier']);
    return createSend(stage.baseUrl, { authorization: `Bearer ${token}` }, observe);
  };
  return {
    send,
    courier: async (body = { first_name: 'Thandi', last_name: 'Example' }) => {
      const { id: driver_id } = resource(await send('POST /ops/drivers', { body }), 201, added);
      const made = await send(`POST /ops/drivers/${driver_id}/client`);
      const client = resource(made, 201, accounts.actions.createClient.output);
      const plate = { registration: newRegistration() };
      const car = resource(await send('POST /ops/vehicles', { body: plate }), 201, added);
      const device = await deviceOf(client);
      return { driver_id, vehicle_id: car.id, send: device, ...plate };
    },
  };
}

export async function assignTo(
  { send }: Carrier,
  id: string,
  { driver_id, vehicle_id }: Crew,
): Promise<void> {
  const body = { driver_id, vehicle_id };
  const moved = resource(await send(`POST /ops/jobs/${id}/assign`, { body }), 200, movedJob);
  expect(moved).toMatchObject({ status: 'assigned', ...body, webhook_events: ['job.assigned'] });
}

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
export type Milestone = Without<z.input<typeof milestoneRequest>, 'id' | 'courier_id'>;

export const reportMilestone = (send: Send, id: string, body: Milestone): Promise<Answer> =>
  send(`POST /ops/jobs/${id}/milestones`, { body });

/** The milestone leads to this state; to the desk it also says what subscribers are told. */
export async function reach(
  send: Send,
  id: string,
  [milestone, status, ...events]: readonly [Milestone, string, ...string[]],
) {
  const { reachMilestone } = jobs.actions;
  const moved = resource(await reportMilestone(send, id, milestone), 200, reachMilestone.output);
  expect(moved.status, milestone.type).toBe(status);
  if (moved.object === 'job') expect(moved.webhook_events, milestone.type).toEqual(events);
  return moved;
}

export async function fileImage(send: Send, id: string, kind: 'signature' | 'photo') {
  const raw = pngOf(`${kind} of ${id}`);
  const headers = { 'content-type': 'image/png' };
  const answer = await send(`POST /ops/jobs/${id}/files?kind=${kind}`, { raw, headers });
  return { ...resource(answer, 201, storedFile), bytes: raw };
}

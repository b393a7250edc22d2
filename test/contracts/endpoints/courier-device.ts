/** A device of a courier, of the carrier's own. */
import { driver } from '@svc/contracts';
import { enrolDevice } from '../../journeys/courier-device.ts';
import { deskOf, newCrew } from '../../journeys/desk.ts';
import { resource, type Send } from '../../journeys/http.ts';
import { fetchToken } from '../../journeys/tenants.ts';
import type { Actor } from '../requests.ts';
import type { Stand } from '../stand.ts';
import type { Make } from './endpoint.ts';

export const enrolledDevice: Make = async ({ stage, send }) => {
  // Each device has a driver of its own: the next enrolment of a driver ends the one before.
  const person = { first_name: 'Naledi', last_name: 'Example' };
  const { id } = resource(await send('POST /ops/drivers', { body: person }), 201, driver);
  return (await enrolDevice({ publicUrl: stage.publicUrl, send }, id)).id;
};

/** Headers of a new device of the driver who has the actor's jobs. */
export async function courierOf({ stage, send, crew, provider }: Actor) {
  const device = await enrolDevice({ publicUrl: stage.publicUrl, send }, crew.driver_id);
  return { headers: await device.credential(provider.now().getTime()) };
}

/** As a driver who has no job. */
export async function idleCourier({ actor, sendAs }: Stand): Promise<Send> {
  const { stage, tenant } = await actor();
  const desk = deskOf(stage, tenant);
  const { driver_id: id } = await newCrew(desk);
  const made = await desk.tracking.createDriverClient({ id });
  const client = { clientId: made.client_id, clientSecret: made.client_secret };
  const token = await fetchToken(stage, client, ['ops:courier']);
  return sendAs({ authorization: `Bearer ${token}` });
}

/** A device of a courier, of the carrier's own. */
import { driver } from '@svc/contracts';
import { type CourierDevice, enrolDevice } from '../../journeys/courier-device.ts';
import { resource } from '../../journeys/http.ts';
import type { Actor } from '../requests.ts';
import type { Make } from './endpoint.ts';

export const enrolledDevice: Make = async ({ stage, send }) => {
  // Of a driver of its own: the next enrolment of a driver ends the one before.
  const person = { first_name: 'Naledi', last_name: 'Example' };
  const { id } = resource(await send('POST /ops/drivers', { body: person }), 201, driver);
  return (await enrolDevice({ publicUrl: stage.publicUrl, send }, id)).id;
};

/** The device of the driver whose jobs the actor has, and what its requests carry. */
export async function courierOf({ stage, send, crew, provider }: Actor): Promise<{
  device: CourierDevice;
  headers: Record<string, string>;
}> {
  const device = await enrolDevice({ publicUrl: stage.publicUrl, send }, crew.driver_id);
  return { device, headers: await device.credential(provider.now().getTime()) };
}

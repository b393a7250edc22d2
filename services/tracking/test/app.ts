/** Tracking between its neighbours, at eight in the morning. */
import { pngOf } from '@svc/devnet/fuzz/images';
import { serviceTest } from '@svc/kit/testing/service-test';
import { trackingService } from '../src/service.ts';
import { neighbours } from './neighbours.ts';

export type App = ReturnType<typeof trackingTest>;

export const trackingTest = (env: NodeJS.ProcessEnv = {}) =>
  serviceTest(trackingService, {
    ...{ neighbours, folder: true },
    env: { SVC_PUBLIC_URL: 'https://svc.example', ...env },
  });

export const png = pngOf();

/** A driver and a vehicle of a carrier. */
export async function newCrew(app: App, carrier = app.tenant) {
  const own = app.as(carrier);
  const driver = await own.createDriver({ first_name: 'Thandi', last_name: 'Mokoena' });
  const vehicle = await own.createVehicle({ registration: `CA ${carrier}` });
  return { driver, vehicle };
}

/** Another carrier's crew, as a job names it. */
export async function newAssignment(app: App) {
  const { driver, vehicle } = await newCrew(app, `of-${app.tenant}`);
  return {
    driver_id: driver.id,
    driver_first_name: driver.first_name,
    vehicle_id: vehicle.id,
    registration: vehicle.registration,
  };
}

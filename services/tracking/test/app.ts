import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { heldClock } from '@svc/kit/clock';
import { createStorage } from '@svc/kit/storage';
import { startServices } from '@svc/kit/testing';
import { trackingService } from '../src/service.ts';
import { neighbours } from './neighbours.ts';

export type App = Awaited<ReturnType<typeof startTracking>>;

/** Tracking and those it asks, at eight in the morning. */
export async function startTracking(env: NodeJS.ProcessEnv = {}) {
  const clock = heldClock('2026-11-02T08:00:00.000Z');
  const folder = await mkdtemp(join(tmpdir(), 'tracking-'));
  const filesUrl = pathToFileURL(folder).href;
  const app = await startServices([trackingService, ...neighbours], {
    clock,
    env: { SVC_PUBLIC_URL: 'https://svc.example', SVC_FILES_URL: filesUrl, ...env },
  });
  return {
    ...app,
    clock,
    files: createStorage(filesUrl),
    stop: async () => {
      await app.stop();
      await rm(folder, { recursive: true });
    },
  };
}

let tenants = 0;
/** A tenant that no other test of the file knows. */
export const newTenant = (): string => {
  tenants += 1;
  return `ten_${tenants}`;
};

export const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);

/** A driver and a vehicle of a carrier. */
export async function newCrew(app: App, carrier: string) {
  const own = app.clients(carrier).tracking;
  const driver = await own.createDriver({ first_name: 'Thandi', last_name: 'Mokoena' });
  const vehicle = await own.createVehicle({ registration: `CA ${carrier}` });
  return { driver, vehicle };
}

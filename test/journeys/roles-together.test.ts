import { afterAll, beforeAll, describe } from 'vitest';
import { bookingJourneys } from './booking.ts';
import { canRun } from './environment.ts';
import { proofJourneys } from './proof.ts';
import { startWorld, type World } from './world.ts';

/** As an installation on a small machine runs them; each role has its own login and secret. */
const processes = [
  'accounts,pricing,jobs,custody,log',
  'tracking,partner,webhooks,billing,files',
  'gateway',
];
const topology = 'a process per service';

describe.skipIf(!canRun(topology))('roles that share processes', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({
      topology,
      processes,
      env: { SVC_TELEMETRY_WATERMARK_SECONDS: '3600' },
    });
  });
  afterAll(() => world?.stop());
  bookingJourneys(() => world);
  proofJourneys(() => world);
});

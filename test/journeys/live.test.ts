import { afterAll, beforeAll, describe } from 'vitest';
import { administrationJourneys } from './administration.ts';
import { bookingJourneys } from './booking.ts';
import { credentialJourneys } from './credentials.ts';
import { encryptionJourneys } from './encryption.ts';
import { installedTopology } from './environment.ts';
import { isolationJourneys } from './isolation.ts';
import { listingJourneys } from './list-pages.ts';
import { pharmacyJourneys } from './pharmacy.ts';
import { proofJourneys } from './proof.ts';
import { repetitionJourneys } from './repetition.ts';
import { returnJourneys } from './returns.ts';
import { specimenJourneys } from './specimens.ts';
import { startWorld, type World } from './world.ts';

/** No trace is sealed, and no cold chain certified, while the journeys run; it would be 130 s after a hand-over. */
const env = { SVC_TELEMETRY_WATERMARK_SECONDS: '3600' };

describe('the live API', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ topology: installedTopology(), env, prism: true });
  });
  afterAll(() => world?.stop());
  const given = () => world;
  bookingJourneys(given);
  listingJourneys(given);
  administrationJourneys(given);
  credentialJourneys(given);
  repetitionJourneys(given);
  isolationJourneys(given);
  proofJourneys(given);
  returnJourneys(given);
  pharmacyJourneys(given);
  specimenJourneys(given);
  encryptionJourneys(given);
});

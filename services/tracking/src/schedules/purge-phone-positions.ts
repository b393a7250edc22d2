import { every } from '../define.ts';
import { forgottenBefore } from '../domain/telemetry/phone-positions.ts';
import { purgePhones } from '../store/phone-feeds.ts';

const batchMax = 100;

/** Positions of phones go after 90 days, however long readings of trackers are kept. */
export const purgePhonePositions = every(
  'purge-phone-positions',
  '41 * * * *',
  async ({ db, now }) => {
    const purged = await purgePhones(db, { before: forgottenBefore(now), max: batchMax });
    return purged === batchMax ? 'again' : undefined;
  },
);

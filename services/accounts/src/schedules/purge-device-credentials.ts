import { every } from '../define.ts';
import { purgeDeviceCredentials as purgeStored } from '../store/device-credentials.ts';

/** Bounds the transaction. */
const batch = 1_000;

/** Deletes enrolments and used assertions that have expired. */
export const purgeDeviceCredentials = every(
  'purge-device-credentials',
  '*/10 * * * *',
  async ({ db, now }) => {
    const purged = await purgeStored(db, { before: now, max: batch });
    return purged === batch ? 'again' : undefined;
  },
);

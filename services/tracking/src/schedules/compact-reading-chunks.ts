import { every } from '../define.ts';
import { hourStart } from '../domain/telemetry/reading-chunks.ts';
import {
  compactChunks,
  findLastOfNextVehicles,
  lockCompaction,
  saveCompaction,
} from '../store/reading-chunks.ts';

const hourMs = 3_600_000;
/** Vehicles per transaction: keeps it short even with many readings a second per vehicle. */
const vehiclesMax = 20;

/** Compacts the chunks of past hours; chunks of readings that arrive later stay as they are. */
export const compactReadingChunks = every(
  'compact-reading-chunks',
  '21 * * * *',
  async ({ db, now }) => {
    const joined = await lockCompaction(db);
    if (joined.hour.getTime() >= hourStart(now).getTime()) return undefined;
    const last = await findLastOfNextVehicles(db, joined, vehiclesMax);
    if (last === undefined) {
      await saveCompaction(db, { hour: new Date(joined.hour.getTime() + hourMs), vehicle_no: 0 });
    } else {
      await compactChunks(db, joined, last);
      await saveCompaction(db, { ...joined, vehicle_no: last });
    }
    return 'again';
  },
);

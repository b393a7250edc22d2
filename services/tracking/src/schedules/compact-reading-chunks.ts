import { every } from '../define.ts';
import { compactChunks } from '../store/reading-chunks.ts';

/** Vehicles per transaction: keeps it short even with many readings a second per vehicle. */
const vehiclesMax = 20;

/** Compacts the chunks of past hours; chunks of readings that arrive later stay as they are. */
export const compactReadingChunks = every(
  'compact-reading-chunks',
  '21 * * * *',
  async ({ db, now }) => ((await compactChunks(db, { now, vehiclesMax })) ? 'again' : undefined),
);

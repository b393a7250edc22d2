import { every } from '../define.ts';
import { statesAtRest } from '../domain/instructions.ts';
import { purgeInstructions as purgeStored } from '../store/instructions.ts';

/** Bounds the transaction. */
const batch = 5_000;
const dayMs = 24 * 60 * 60 * 1_000;

/** Deletes the note and contacts of jobs whose latest milestone is older than the retention. */
export const purgeInstructions = every(
  'purge-instructions',
  '20 1 * * *',
  async ({ db, now, config }) => {
    const before = new Date(now.getTime() - config.SVC_INSTRUCTIONS_DAYS * dayMs);
    const purged = await purgeStored(db, { statuses: statesAtRest, before, max: batch });
    return purged === batch ? 'again' : undefined;
  },
);

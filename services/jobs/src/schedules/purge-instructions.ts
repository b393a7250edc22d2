import { every } from '../define.ts';
import { statesAtRest } from '../domain/instructions.ts';
import { purgeTexts } from '../store/job-texts.ts';

/** Bounds the transaction. */
const batch = 5_000;
const dayMs = 24 * 60 * 60 * 1_000;

/** Deletes note, contacts and messages of jobs whose latest milestone is older than the retention. */
export const purgeInstructions = every(
  'purge-instructions',
  '20 1 * * *',
  async ({ db, now, config }) => {
    const before = new Date(now.getTime() - config.SVC_INSTRUCTIONS_DAYS * dayMs);
    const old = { statuses: statesAtRest, before, max: batch };
    const instructions = await purgeTexts(db, 'job_instructions', old);
    const messages = await purgeTexts(db, 'job_message', old);
    return Math.max(instructions, messages) === batch ? 'again' : undefined;
  },
);

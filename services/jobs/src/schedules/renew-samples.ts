import { every } from '../define.ts';
import { areFromToday } from '../domain/samples.ts';
import { listSampleSets, lockSampleSets } from '../store/samples.ts';
import { createSampleSet } from '../workflows/create-sample-set.ts';

/** Creates a new sample set once a day (UTC), if the sandbox has samples. */
export const renewSamples = every('renew-samples', '*/10 * * * *', async (context) => {
  const { db, now } = context;
  await lockSampleSets(db);
  const [newest] = await listSampleSets(db);
  if (!newest || areFromToday(newest.created_at, now)) return;
  await createSampleSet(context, newest.inputs);
});

import { every } from '../define.ts';
import { areFromToday } from '../domain/samples.ts';
import { makeSampleSet } from '../making-samples.ts';
import { listSampleSets, lockSampleSets } from '../store/samples.ts';

/** Samples never look old: once a day they are made anew, where there are any. */
export const renewSamples = every('renew-samples', '*/10 * * * *', async (context) => {
  const { db, now } = context;
  await lockSampleSets(db);
  const [newest] = await listSampleSets(db);
  if (!newest || areFromToday(newest.made_at, now)) return;
  await makeSampleSet(context, newest.facts);
});

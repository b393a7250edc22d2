import { command } from '../define.ts';
import type { BookingFacts } from '../domain/booking.ts';
import { areFromToday, requestOf, samplePlans } from '../domain/samples.ts';
import { makeSampleSet } from '../making-samples.ts';
import { sitesAndPrice } from '../sites-and-price.ts';
import { listSampleSets, lockSampleSets, updateSampleFacts } from '../store/samples.ts';

/** Twice a day is once; the later one brings prices and sites up to date for the next day. */
export const makeSamples = command('makeSamples', {
  gather: (_input, { clients }): Promise<BookingFacts[]> =>
    Promise.all(
      samplePlans.map(async (plan) => {
        const [sites, priced] = await sitesAndPrice(requestOf(plan), clients);
        return { ...sites, priced };
      }),
    ),
  handle: async (_input, context) => {
    const { db, now, facts } = context;
    await lockSampleSets(db);
    const [newest] = await listSampleSets(db);
    if (newest && areFromToday(newest.made_at, now)) {
      await updateSampleFacts(db, newest.tenant_id, facts);
      return { tenant_id: newest.tenant_id, jobs: samplePlans.length };
    }
    return { tenant_id: await makeSampleSet(context, facts), jobs: samplePlans.length };
  },
});

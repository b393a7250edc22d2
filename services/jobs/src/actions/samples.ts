import { command } from '../define.ts';
import type { BookingInputs } from '../domain/booking.ts';
import { areFromToday, requestOf, samplePlans } from '../domain/samples.ts';
import { listSampleSets, lockSampleSets, updateSampleInputs } from '../store/samples.ts';
import { gatherBookingInputs } from '../workflows/booking-inputs.ts';
import { createSampleSet } from '../workflows/create-sample-set.ts';

/** At most one set per day (UTC); a repeated call refreshes prices and sites for the next day. */
export const makeSamples = command('makeSamples', {
  gather: (_input, { clients }): Promise<BookingInputs[]> =>
    Promise.all(samplePlans.map((plan) => gatherBookingInputs(requestOf(plan), clients))),
  handle: async (_input, context) => {
    const { db, now, gathered: inputs } = context;
    await lockSampleSets(db);
    const [newest] = await listSampleSets(db);
    if (newest && areFromToday(newest.created_at, now)) {
      await updateSampleInputs(db, newest.tenant_id, inputs);
      return { tenant_id: newest.tenant_id, jobs: samplePlans.length };
    }
    return { tenant_id: await createSampleSet(context, inputs), jobs: samplePlans.length };
  },
});

import { custodyFact, type Envelope, jobSnapshot, jobsEvents } from '@svc/contracts';
import { z } from 'zod';
import { newSalt } from '../adapters/chain-hash.ts';
import { type CustodyWriteContext, onAnyBatch } from '../define.ts';
import { type ChainChange, extendChains } from '../workflows/extend-chains.ts';

const withFact = z.object({ custody: custodyFact.nullish() });
const delivery = z.object({
  data: jobsEvents['delivery.completed'].data,
  internals: jobsEvents['delivery.completed'].internals.extend({
    job: z.object({
      ref: z.string(),
      priced: jobSnapshot.shape.priced.pick({ temperature_class: true }),
    }),
    custody: custodyFact,
  }),
});

/**
 * Appends the custody facts of job events to their chains; a delivery also gets its certificates.
 * All events of a batch together, except that those of a job after its delivery follow when it is
 * certified.
 */
export const onJobEvent = onAnyBatch('jobs', async (events, { db, of }) => {
  let left = events.flatMap((event) => changeOf(event, of(event)) ?? []);
  while (left.length > 0) {
    const [now, later] = untilDelivered(left);
    await extendChains(db, now);
    left = later;
  }
});

function changeOf(event: Envelope, context: CustodyWriteContext): ChainChange | undefined {
  const key = { tenant_id: event.tenant_id, job_id: event.job_id, event, context };
  if (event.type !== 'delivery.completed') {
    const { custody } = withFact.parse(event.internals);
    return custody ? { ...key, fact: custody, delivery: undefined } : undefined;
  }
  const { data, internals } = delivery.parse(event);
  return {
    ...key,
    fact: internals.custody,
    delivery: {
      ref: internals.job.ref,
      proof: internals.proof,
      salt: newSalt(),
      delivered_at: new Date(data.delivered_at),
      // Tracking emits `cold_chain.sealed` for every job with a temperature class.
      cold_chain_expected: internals.job.priced.temperature_class !== null,
    },
  };
}

/** The changes up to the delivery of each job, and those that come after it. */
function untilDelivered(changes: readonly ChainChange[]): [ChainChange[], ChainChange[]] {
  const delivered = new Set<string>();
  const now: ChainChange[] = [];
  const later: ChainChange[] = [];
  for (const change of changes) {
    (delivered.has(change.job_id) ? later : now).push(change);
    if (change.delivery) delivered.add(change.job_id);
  }
  return [now, later];
}

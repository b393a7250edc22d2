import type { BatchBooking } from '@svc/contracts';
import { newId, randomCode, randomToken } from '@svc/kit/ids';
import { batchFacts } from '../batch-facts.ts';
import { command } from '../define.ts';
import { bookOf, isOutcome, resultsOf } from '../domain/batch.ts';
import { byClient } from '../domain/custody-fact.ts';
import { insertJobsOnce, listBookedAs } from '../store/jobs.ts';
import { tell } from '../tell.ts';

export const bookBatch = command('bookBatch', {
  /** Nothing is asked about what is booked already: its quote may have expired since. */
  gather: async ({ bookings }, { db, tenant, clients }) => {
    const known = await listBookedAs(db, tenant, identitiesOf(bookings));
    const identities = new Set(known.map(({ booked_as }) => booked_as));
    const fresh = distinct(bookings).filter(({ identity }) => !identities.has(identity));
    return { fresh, facts: fresh.length > 0 ? await batchFacts(fresh, clients) : undefined };
  },
  handle: async ({ bookings }, { db, tenant, actor, now, facts: gathered, config, emit }) => {
    const { fresh, facts } = gathered;
    const draw = (parcels: number) => ({
      now,
      by: byClient(actor),
      id: newId('job_', now),
      ref: `SVC-${randomCode(8)}`,
      tracking_token: randomToken(),
      parcel_ids: Array.from({ length: parcels }, () => newId('pcl_', now)),
    });
    const decided = facts ? fresh.map((booking) => bookOf(booking, facts, draw)) : [];
    const made = await insertJobsOnce(db, tenant, decided.filter(isOutcome));
    for (const each of made) tell(emit, each);
    const identities = new Set(made.map(({ job }) => job.booked_as));
    const others = bookings.filter(({ identity }) => !identities.has(identity));
    const known = await listBookedAs(db, tenant, identitiesOf(others));
    return { results: resultsOf(bookings, { decided, made, known, addresses: config }) };
  },
  retryOn: ['job_ref_unique'],
});

const identitiesOf = (bookings: readonly BatchBooking[]) =>
  bookings.map(({ identity }) => identity);

/** Of those with one identity, the first. */
const distinct = (bookings: readonly BatchBooking[]) =>
  bookings.filter(
    ({ identity }, place) => bookings.findIndex((each) => each.identity === identity) === place,
  );

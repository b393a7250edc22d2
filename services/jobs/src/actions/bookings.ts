import type { BatchBooking } from '@svc/contracts';
import { byClient } from '@svc/contracts';
import { addressesOf } from '../config.ts';
import { command } from '../define.ts';
import { bookBatchItem, isBooked, toBatchResults } from '../domain/batch.ts';
import { bookJob } from '../domain/booking.ts';
import { changedInstructions, noInstructions } from '../domain/instructions.ts';
import { recordedJob } from '../domain/recorded-job.ts';
import { toResource } from '../domain/resource.ts';
import { stepsOf } from '../domain/scenario.ts';
import { insertJob, insertJobsOnce, listBookedAs } from '../store/jobs.ts';
import { gatherBatchInputs, gatherBookingInputs } from '../workflows/booking-inputs.ts';
import { emitJobEvents } from '../workflows/emit-events.ts';
import { generateBookingIds } from '../workflows/generated-ids.ts';
import { saveInstructions } from '../workflows/instructions.ts';
import { numberParcels } from '../workflows/number-parcels.ts';
import { enqueueScenario } from '../workflows/scenario.ts';

export const book = command('book', {
  gather: (request, { clients }) => gatherBookingInputs(request, clients),
  gathersFirst: true,
  handle: async (request, context) => {
    const { db, tenant, actor, now, gathered: inputs, config, emit } = context;
    const decided = bookJob(request, inputs, {
      now,
      by: byClient(actor),
      ...generateBookingIds(now, inputs.priced.parcels),
    });
    const [booked = decided] = await numberParcels(db, inputs.policies, [decided]);
    await insertJob(db, tenant, booked);
    const { note, pickup_contact, dropoff_contact, scenario = 'none' } = request;
    const sent = { note, pickup_contact, dropoff_contact };
    const instructions = changedInstructions(noInstructions, sent);
    await saveInstructions(booked.job, instructions, context);
    context.recordChange(recordedJob(booked.job, undefined, { after: instructions }));
    if (scenario !== 'none' && config.SVC_ENVIRONMENT === 'sandbox') {
      const steps = stepsOf(scenario, now);
      enqueueScenario(context, { tenant_id: tenant, job_id: booked.job.id, steps });
    }
    return {
      ...toResource(booked.job, addressesOf(config)),
      webhook_events: emitJobEvents(emit, booked),
    };
  },
  retryOn: ['job_ref_unique'],
});

export const bookBatch = command('bookBatch', {
  /** Bookings that exist are skipped: their quotes may have expired since. */
  gather: async ({ bookings }, { db, tenant, clients }) => {
    const known = await listBookedAs(db, tenant, identitiesOf(bookings));
    const identities = new Set(known.map(({ booking_identity }) => booking_identity));
    const fresh = distinct(bookings).filter(({ identity }) => !identities.has(identity));
    return {
      fresh,
      inputs: fresh.length > 0 ? await gatherBatchInputs(fresh, clients) : undefined,
    };
  },
  handle: async ({ bookings }, { db, tenant, actor, now, gathered, config, emit }) => {
    const { fresh, inputs } = gathered;
    const contextFor = (parcels: number) => ({
      now,
      by: byClient(actor),
      ...generateBookingIds(now, parcels),
    });
    const decided = inputs
      ? fresh.map((booking) => bookBatchItem(booking, inputs, contextFor))
      : [];
    const numbered = inputs
      ? await numberParcels(db, inputs.policies, decided.filter(isBooked))
      : [];
    const made = await insertJobsOnce(db, tenant, numbered);
    for (const each of made) emitJobEvents(emit, each);
    const identities = new Set(made.map(({ job }) => job.booking_identity));
    const others = bookings.filter(({ identity }) => !identities.has(identity));
    const known = await listBookedAs(db, tenant, identitiesOf(others));
    return {
      results: toBatchResults(bookings, { decided, made, known, addresses: addressesOf(config) }),
    };
  },
  retryOn: ['job_ref_unique'],
});

const identitiesOf = (bookings: readonly BatchBooking[]) =>
  bookings.map(({ identity }) => identity);

/** Deduplicates by identity; the first booking wins. */
const distinct = (bookings: readonly BatchBooking[]) =>
  bookings.filter(
    ({ identity }, place) => bookings.findIndex((each) => each.identity === identity) === place,
  );

/** What cannot be handed over goes back: a return job brings it to where it came from. */
import { slaDue } from './booking.ts';
import { statusChange } from './changes.ts';
import { custodyFact } from './custody-fact.ts';
import type { Draw, Happened, Outcome, Told } from './happening.ts';
import type { Job } from './job.ts';
import { settled } from './settled.ts';
import { milestone } from './timeline.ts';

/** A failed hand-over stops the job for good; its return begins at that moment. */
export function failDelivery(
  job: Job,
  { reason, draw }: Happened<'delivery_failed'>,
  told: Told,
): Outcome {
  const return_job_id = draw.id;
  const note = 'Handover failed; parcels are being returned';
  return {
    job: { ...job, status: 'exception', return_job_id },
    milestones: [milestone(told.at, 'delivery_failed', { note })],
    events: [
      {
        type: 'delivery.failed',
        data: { reason, return_job_id },
        custody: custodyFact('delivery_failed', told, { details: { return_job_id } }),
      },
      { type: 'return.created', data: { return_job_id, reason }, custody: null },
    ],
    born: bookReturn(job, draw, told),
  };
}

/** The return begins its own chain, booked and collected at once. */
function bookReturn(original: Job, draw: Draw, told: Told): Outcome {
  const job = returnOf(original, draw, told);
  const seal = job.seal ?? '';
  const outcome: Outcome = {
    job,
    milestones: [
      milestone(told.at, 'booked', { note: 'Return booked' }),
      milestone(told.at, 'collected', { note: 'On its way back', seal }),
    ],
    events: [
      {
        type: 'job.created',
        data: { sku: job.priced.sku, sla_due: job.sla_due.toISOString() },
        custody: custodyFact('booked', told, { details: { return_of: original.id } }),
      },
      {
        type: 'job.updated',
        data: { changed: [statusChange('booked', 'collected')] },
        custody: custodyFact('collected', told, { seal }),
      },
    ],
  };
  return settled(outcome, told);
}

/** Sites swapped, free, without proof, in the hands and under the seal that it is in already. */
const returnOf = (job: Job, draw: Draw, { now, at }: Told): Job => ({
  ...job,
  ...draw,
  status: 'collected',
  priced: { ...job.priced, lines: [], base_cents: 0, amount_cents: 0, vat_cents: 0 },
  pickup: job.dropoff,
  dropoff: job.pickup,
  requirements: { otp: false, id_check: false, signature: false, photo: false },
  created_at: now,
  starts_at: now,
  sla_due: slaDue(now, job.priced),
  code_tries: 0,
  code_locked_until: null,
  said_eta_minutes: null,
  said_eta_at: null,
  collected_at: at,
  departed_at: null,
  return_of: job.id,
  booked_as: null,
  custody_events: 0,
});

/** The parcels are back: the job stays the exception that it is, and its chain ends. */
export const returned = (
  job: Job,
  { return_job_id }: Happened<'returned'>,
  told: Told,
): Outcome => ({
  job,
  milestones: [milestone(told.at, 'returned', { note: 'Returned to sender' })],
  events: [
    {
      type: 'return.completed',
      data: { return_job_id, delivered_at: told.at.toISOString() },
      custody: custodyFact('returned', told, { details: { return_job_id } }),
    },
  ],
});

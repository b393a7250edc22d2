/** Booking: from a price, two sites and the tenant's policies to a job. */
import type {
  BatchBooking,
  BookingRequest,
  BookingSite,
  Policies,
  Priced,
  Requirements,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { custodyFact } from './custody-fact.ts';
import type { Outcome, Told } from './happening.ts';
import type { Job } from './job.ts';
import { settled } from './settled.ts';
import { milestone } from './timeline.ts';

/** What a client asks for, and what a service that books for a tenant may say beside it. */
export type Booking = BookingRequest & Partial<BatchBooking>;

/** What pricing and accounts say about the request. */
export interface BookingFacts {
  priced: Priced;
  tenant: { id: string; name: string };
  pickup: BookingSite;
  dropoff: BookingSite;
  policies: Policies;
}

/** What chance, the clock and the caller give to a new job: one id per parcel. */
export interface Draw {
  now: Date;
  /** Who books, as the chain of custody names it. */
  by: string;
  id: string;
  ref: string;
  tracking_token: string;
  parcel_ids: readonly string[];
}

/** Only deliveries become jobs; the SLA runs from the moment that the parcels are ready. */
export function bookJob(request: Booking, facts: BookingFacts, draw: Draw): Outcome {
  const { tenant, pickup, dropoff, policies } = facts;
  const priced = withLoad(facts.priced, request);
  const starts_at = request.starts_at === undefined ? draw.now : new Date(request.starts_at);
  if (!priced.delivery) {
    throw new Refusal('not_a_delivery', `SKU ${priced.sku} is not a delivery.`);
  }
  const job: Job = {
    tenant_id: tenant.id,
    tenant_name: tenant.name,
    id: draw.id,
    ref: draw.ref,
    status: 'booked',
    priced,
    pickup,
    dropoff,
    seal: request.seal ?? null,
    requirements: requirementsOf(request, priced, policies),
    parcel_items: draw.parcel_ids.map((id) => parcelItem(id, priced)),
    cost_centre: request.cost_centre ?? policies.default_cost_centre,
    reference: request.reference,
    metadata: request.metadata,
    tracking_token: draw.tracking_token,
    created_at: draw.now,
    starts_at,
    sla_due: request.sla_due === undefined ? slaDue(starts_at, priced) : new Date(request.sla_due),
    booked_as: request.identity ?? null,
    ...untouched,
    milestone_at: draw.now,
  };
  return booked(job, { now: draw.now, at: draw.now, by: draw.by, note: null, position: null });
}

/** What is on board follows the SKU where the booking does not say. */
const withLoad = (priced: Priced, { temperature_class, un_number }: Booking): Priced => ({
  ...priced,
  temperature_class: temperature_class ?? priced.temperature_class,
  un_number: un_number ?? priced.un_number,
});

/** What a job has before anything happens to it. */
const untouched = {
  assignment: null,
  handover_code: null,
  code_tries: 0,
  code_locked_until: null,
  said_eta_minutes: null,
  said_eta_at: null,
  collected_at: null,
  departed_at: null,
  delivered_at: null,
  interrupted: null,
  cancellation: null,
  return_job_id: null,
  return_of: null,
  custody_events: 0,
} as const;

function booked(job: Job, told: Told): Outcome {
  const outcome: Outcome = {
    job,
    milestones: [milestone(told.at, 'booked', { note: 'Booked' })],
    events: [
      {
        type: 'job.created',
        data: { sku: job.priced.sku, sla_due: job.sla_due.toISOString() },
        custody: custodyFact('booked', told),
      },
    ],
  };
  return settled(outcome, told);
}

/** The SLA's minutes count from the start of the job. */
export const slaDue = (start: Date, { sla_minutes }: Priced): Date =>
  new Date(start.getTime() + sla_minutes * 60_000);

/** What the request says about proof wins over the tenant's policy, that over the SKU's default. */
function requirementsOf(
  { requirements: asked = {} }: BookingRequest,
  { sku, requirements: usual }: Priced,
  policies: Policies,
): Requirements {
  const { otp, id_check, signature, photo } = policies.requirements[sku] ?? usual;
  return {
    otp: asked.otp ?? otp,
    id_check: asked.id_check ?? id_check,
    signature: asked.signature ?? signature,
    photo: asked.photo ?? photo,
  };
}

const parcelItem = (id: string, { temperature_class, un_number }: Priced) => ({
  id,
  barcode: null,
  seal: null,
  temperature_class,
  un_number,
});

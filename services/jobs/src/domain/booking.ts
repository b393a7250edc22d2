/** Booking: from a price, two sites and the tenant's policies to a job. */
import type {
  BatchBooking,
  BookingRequest,
  BookingSite,
  DirectBooking,
  Policies,
  Priced,
  Requirements,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { custodyFactOf } from './custody-fact.ts';
import { type JobRecord, milestone, newJob } from './job.ts';
import type { MilestoneContext, TransitionResult } from './job-command.ts';
import { recordMilestone } from './record-milestone.ts';
import { bookedProfile, impliedNumber } from './temperature-profile.ts';

/** A client's request, with the fields that a service may add when it books for a tenant. */
export type JobBooking = BookingRequest &
  Partial<BatchBooking> &
  Partial<Pick<DirectBooking, 'ready_at'>>;

/** Gathered from pricing (`priced`) and accounts (the rest) before the transaction. */
export interface BookingInputs {
  priced: Priced;
  tenant: { id: string; name: string };
  pickup: BookingSite;
  dropoff: BookingSite;
  policies: Policies;
}

/**
 * Time, actor and generated values of a new job: its id, reference, token, and one id per parcel.
 */
export interface BookingContext {
  now: Date;
  /** The actor, as named in the chain of custody. */
  by: string;
  id: string;
  ref: string;
  tracking_token: string;
  parcel_ids: readonly string[];
}

/**
 * Books a delivery between two sites; the SLA counts from `starts_at`, when the parcels are ready.
 */
export function bookJob(
  request: JobBooking,
  inputs: BookingInputs,
  context: BookingContext,
): TransitionResult {
  const { tenant, pickup, dropoff, policies } = inputs;
  const load = withLoad(inputs.priced, request);
  const starts_at = startOf(request, context.now);
  if (!load.delivery) {
    throw new Refusal('not_a_delivery', `SKU ${load.sku} is not a delivery.`);
  }
  requireTwoSites(pickup, dropoff);
  const temperature_profile = bookedProfile(request, load, policies);
  const un_number = load.un_number || impliedNumber(temperature_profile);
  const priced = { ...load, un_number, temperature_profile: undefined };
  const job: JobRecord = {
    tenant_id: tenant.id,
    tenant_name: tenant.name,
    id: context.id,
    ref: context.ref,
    status: 'booked',
    priced,
    pickup,
    dropoff,
    seal: request.seal ?? null,
    requirements: requirementsOf(request, priced, policies),
    parcel_items: context.parcel_ids.map((id) => parcelItem(id, priced)),
    cost_centre: request.cost_centre ?? policies.default_cost_centre,
    reference: request.reference,
    metadata: request.metadata,
    tracking_token: context.tracking_token,
    created_at: context.now,
    starts_at,
    sla_due: request.sla_due === undefined ? slaDue(starts_at, priced) : new Date(request.sla_due),
    ...newJob,
    temperature_profile,
    booking_identity: request.identity ?? null,
    milestone_at: context.now,
  };
  return booked(job, {
    now: context.now,
    at: context.now,
    by: context.by,
    note: null,
    position: null,
  });
}

const hourMs = 3_600_000;
const readyBackMs = 24 * hourMs;
const readyAheadMs = 30 * 24 * hourMs;

/**
 * Start of the SLA: `ready_at`, before the booking too, for parcels that have waited. A moment far
 * from now is a typing error, and refused.
 */
function startOf({ starts_at, ready_at }: JobBooking, now: Date): Date {
  if (ready_at === undefined) return starts_at === undefined ? now : new Date(starts_at);
  const ready = new Date(ready_at);
  const aheadMs = ready.getTime() - now.getTime();
  if (aheadMs < -readyBackMs || aheadMs > readyAheadMs) {
    const detail = 'ready_at lies more than 24 hours back or more than 30 days ahead.';
    throw new Refusal('invalid_body', detail, { path: ['ready_at'] });
  }
  return ready;
}

/** A job takes parcels from one site to another. */
function requireTwoSites(pickup: BookingSite, dropoff: BookingSite): void {
  if (pickup.site_id !== dropoff.site_id) return;
  const detail = 'pickup_site_id and dropoff_site_id are one site. Send two different ones.';
  throw new Refusal('same_site', detail, { path: ['dropoff_site_id'] });
}

/** Temperature class and UN number default to those of the SKU. */
const withLoad = (priced: Priced, { temperature_class, un_number }: JobBooking): Priced => ({
  ...priced,
  temperature_class: temperature_class ?? priced.temperature_class,
  un_number: un_number ?? priced.un_number,
});

function booked(job: JobRecord, context: MilestoneContext): TransitionResult {
  const result: TransitionResult = {
    job,
    milestones: [milestone(context.at, 'booked', { note: 'Booked' })],
    events: [
      {
        type: 'job.created',
        data: { sku: job.priced.sku, sla_due: job.sla_due.toISOString() },
        custody: custodyFactOf('booked', context, job.seal === null ? {} : { seal: job.seal }),
      },
    ],
  };
  return recordMilestone(result, context);
}

/** The SLA's minutes count from the start of the job. */
export const slaDue = (start: Date, { sla_minutes }: Priced): Date =>
  new Date(start.getTime() + sla_minutes * 60_000);

/** Required proof. Precedence: the request, then the tenant's policy, then the SKU's default. */
function requirementsOf(
  { requirements: requested = {} }: BookingRequest,
  { sku, requirements: defaults }: Priced,
  policies: Policies,
): Requirements {
  const policy = policies.requirements[sku] ?? defaults;
  const { otp, id_check, signature, photo } = policy;
  const scan = requested.scan ?? policy.scan ?? defaults.scan;
  const pickup_otp = requested.pickup_otp ?? policy.pickup_otp ?? defaults.pickup_otp;
  const return_otp = requested.return_otp ?? policy.return_otp ?? defaults.return_otp;
  const undeliverable = requested.undeliverable ?? policy.undeliverable ?? defaults.undeliverable;
  return {
    otp: requested.otp ?? otp,
    id_check: requested.id_check ?? id_check,
    signature: requested.signature ?? signature,
    photo: requested.photo ?? photo,
    ...(scan && { scan }),
    ...(pickup_otp !== undefined && { pickup_otp }),
    ...(return_otp !== undefined && { return_otp }),
    ...(undeliverable && { undeliverable }),
  };
}

const parcelItem = (id: string, { temperature_class, un_number }: Priced) => ({
  id,
  barcode: null,
  seal: null,
  temperature_class,
  un_number,
});

/** Stand-ins on the real bus: jobs and partner, told what happens; accounts, with details. */
import {
  accounts,
  command,
  defineContract,
  empty,
  type JobSnapshot,
  jobs,
  partner,
  percentOf,
} from '@svc/contracts';
import { bind } from '@svc/kit/bind';
import { Refusal } from '@svc/kit/refusal';
import { defineService } from '@svc/kit/service';
import { z } from 'zod';

const nothing = { calls: {}, config: z.object({}), reactions: [], schedules: [], migrations: [] };

/** What a test says of a job that ended. */
export const ended = z.object({
  job_id: z.string(),
  /** When it was delivered or cancelled. */
  at: z.string(),
  amount_cents: z.int().default(18_500),
  cost_centre: z.string().default('CC-1'),
  return_of: z.string().nullable().default(null),
  /** Cancelled instead of delivered, for this fee. */
  fee_cents: z.int().optional(),
  reason: z.string().default('No longer needed'),
});
type Ended = z.output<typeof ended>;

const jobsPart = defineContract({
  name: 'jobs',
  actions: {
    end: command({ input: z.object({ jobs: z.array(ended) }), output: empty, refusals: [] }),
  },
  events: jobs.events,
});

const requirements = { otp: false, id_check: false, signature: false, photo: false };
const site = (site_id: string, name: string) => ({
  site_id,
  name,
  position: { lat: -26.2, lng: 28 },
  time_zone: 'Africa/Johannesburg',
});

export const refOf = (jobId: string): string => `SVC-${jobId.slice(4)}`;

export const snapshotOf = (job: Ended): JobSnapshot => ({
  status: job.fee_cents === undefined ? 'delivered' : 'cancelled',
  ref: refOf(job.job_id),
  pickup: site('cli-0', 'Clinic North'),
  dropoff: site('lab-0', 'Central Laboratory'),
  priced: {
    sku: 'LAB-STD',
    service: 'Specimens',
    priority: 'same_day',
    km: 15,
    parcels: 1,
    timing: 'standard',
    lines: [{ label: 'Specimens', amount_cents: job.amount_cents }],
    base_cents: job.amount_cents,
    amount_cents: job.amount_cents,
    vat_cents: percentOf(job.amount_cents, 15),
    vat_percent: 15,
    sla_minutes: 240,
    delivery: true,
    temperature_class: 'ambient',
    un_number: '',
    requirements,
    price_book_version: '2026-11',
  },
  cost_centre: job.cost_centre,
  parcels: 1,
  created_at: '2026-10-01T08:00:00.000Z',
  sla_due: '2026-10-01T12:00:00.000Z',
  delivered_at: job.fee_cents === undefined ? job.at : null,
  requirements,
  booking_identity: null,
  starts_at: '2026-10-01T08:00:00.000Z',
  tracking_token: 'token',
  return_of: job.return_of,
  assignment: null,
});

const end = bind()(jobsPart, {}).command('end', {
  handle: async (input, { emit }) => {
    for (const job of input.jobs) {
      const { job_id, at, fee_cents, reason } = job;
      const subject = { job_id, ref: refOf(job_id) };
      const internals = { job: snapshotOf(job), custody: null, occurred: { at, position: null } };
      const options = { jobId: job_id };
      if (fee_cents === undefined) {
        const proof = {
          recipient: 'Reception',
          otp_verified: false,
          id_check: 'not_required' as const,
          signature_file_id: null,
          photo_file_id: null,
        };
        const data = { ...subject, recipient: 'Reception', otp_verified: false, delivered_at: at };
        emit('delivery.completed', data, { ...internals, proof }, options);
      } else {
        const data = { ...subject, reason, fee_cents, currency: 'ZAR' as const, rule: '50 %' };
        emit('job.cancelled', data, internals, options);
      }
    }
    return {};
  },
});

export const jobsStandIn = defineService({ ...nothing, contract: jobsPart, actions: { end } });

const accountsPart = defineContract({
  name: 'accounts',
  actions: { billingDetails: accounts.actions.billingDetails },
  events: {},
});
const address = '1 Main Road\nParktown\nJohannesburg 2193';
const billingDetails = bind()(accountsPart, {}).query('billingDetails', async ({ tenant_id }) => {
  if (!tenant_id.startsWith('ten_')) throw new Refusal('unknown_tenant', 'No such tenant.');
  return { legal_name: `Laboratory ${tenant_id} Ṱhohoyanḓou`, address, vat_number: '4123456789' };
});
export const accountsStandIn = defineService({
  ...nothing,
  contract: accountsPart,
  actions: { billingDetails },
});

const closed = partner.events['partner_order.closed'];
const partnerPart = defineContract({
  name: 'partner',
  actions: {
    close: command({
      input: z.object({ orders: z.array(closed.data) }),
      output: empty,
      refusals: [],
    }),
  },
  events: { 'partner_order.closed': closed },
});
const close = bind()(partnerPart, {}).command('close', {
  handle: async (input, { emit }) => {
    for (const order of input.orders) emit('partner_order.closed', order, {});
    return {};
  },
});
export const partnerStandIn = defineService({
  ...nothing,
  contract: partnerPart,
  actions: { close },
});

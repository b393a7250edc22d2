/** Stand-ins on the real bus: jobs and partner emit what a test wants; accounts has details. */
import { accounts, type JobSnapshot, jobs, partner } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { examplePrice, proofAtReception, snapshot } from '@svc/kit/testing/job-snapshot';
import { type Emission, standIn } from '@svc/kit/testing/stand-in';

/** A job that ended, as tests describe it. */
export interface Ended {
  job_id: string;
  /** When it was delivered or cancelled. */
  at: string;
  amount_cents?: number;
  cost_centre?: string;
  return_of?: string | null;
  /** Cancelled instead of delivered, for this fee. */
  fee_cents?: number;
  reason?: string;
}

export const refOf = (jobId: string): string => `SVC-${jobId.slice(4)}`;

export const snapshotOf = ({ job_id, at, fee_cents, ...job }: Ended): JobSnapshot =>
  snapshot({
    status: fee_cents === undefined ? 'delivered' : 'cancelled',
    ref: refOf(job_id),
    priced: examplePrice(job.amount_cents ?? 18_500),
    cost_centre: job.cost_centre ?? 'CC-1',
    created_at: '2026-10-01T08:00:00.000Z',
    sla_due: '2026-10-01T12:00:00.000Z',
    starts_at: '2026-10-01T08:00:00.000Z',
    delivered_at: fee_cents === undefined ? at : null,
    return_of: job.return_of ?? null,
  });

/** Event that jobs emits at the end of a job. */
export function endOf(job: Ended): Emission<typeof jobs> {
  const { job_id, at, fee_cents, reason = 'No longer needed' } = job;
  const subject = { job_id, ref: refOf(job_id) };
  const internals = { job: snapshotOf(job), custody: null, occurred: { at, position: null } };
  if (fee_cents === undefined) {
    const data = { ...subject, recipient: 'Reception', otp_verified: false, delivered_at: at };
    return {
      type: 'delivery.completed',
      job_id,
      data,
      internals: { ...internals, proof: proofAtReception },
    };
  }
  const data = { ...subject, reason, fee_cents, currency: 'ZAR' as const, rule: '50 %' };
  return { type: 'job.cancelled', job_id, data, internals };
}

const address = '1 Main Road\nParktown\nJohannesburg 2193';

export const neighbours = [
  standIn(jobs, {}),
  standIn(partner, {}),
  standIn(accounts, {
    billingDetails: async ({ tenant_id }) => {
      if (!tenant_id.startsWith('ten_')) throw new Refusal('unknown_tenant', 'No such tenant.');
      const legal_name = `Laboratory ${tenant_id} Ṱhohoyanḓou`;
      return { legal_name, address, vat_number: '4123456789' };
    },
  }),
];

/** Stand-ins for jobs and tracking, on the real bus; they emit what a test wants. */
import {
  type ColdChain,
  type CompletedReception,
  type CustodyFact,
  type JobSnapshot,
  jobs,
  partner,
  type proofFact,
  type TemperatureClass,
  tracking,
  webhooks,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { examplePrice, snapshot } from '@svc/kit/testing/job-snapshot';
import { type Emission, standIn } from '@svc/kit/testing/stand-in';
import type { z } from 'zod';

interface KnownJob {
  tenant_id: string;
  driver_id: string | null;
  status: JobSnapshot['status'];
  /** Number of events that jobs has emitted for it. */
  last_sequence: number;
}
/** State of the jobs stand-in, by job. */
const known = new Map<string, KnownJob>();

/** Changes what jobs knows, without an event. */
export const changeKnown = (jobId: string, change: Partial<KnownJob>): void => {
  known.set(jobId, { ...jobOf(jobId), ...change });
};

/** Number of the latest event that was emitted for a job. */
export const lastSequenceOf = (jobId: string): number => jobOf(jobId).last_sequence;

/** The reference of a job, for tests: every job has one of its own. */
export const refOf = (jobId: string): string => `SVC-${jobId.slice(4)}`;
const idOf = (key: string): string => (key.startsWith('SVC-') ? `job_${key.slice(4)}` : key);

function jobOf(key: string, tenant?: string) {
  const id = idOf(key);
  const job = known.get(id);
  if (!job || (tenant !== undefined && job.tenant_id !== tenant)) {
    throw new Refusal('job_not_found', 'No such job.');
  }
  return { id, ref: refOf(id), ...job };
}

export const neighbours = [
  standIn(tracking, {}),
  standIn(partner, {}),
  standIn(webhooks, {}),
  standIn(jobs, {
    locate: async ({ id }, { tenant }) => {
      const { driver_id: _, ...job } = jobOf(id, tenant);
      return { ...job, requirements: snapshot().requirements };
    },
    locateForDesk: async ({ id }) => jobOf(id),
  }),
];

export const snapshotOf = (
  jobId: string,
  status: JobSnapshot['status'],
  temperature_class: TemperatureClass | null = null,
): JobSnapshot =>
  snapshot({ status, ref: refOf(jobId), priced: { ...examplePrice(18_500), temperature_class } });

/** A job that is new, or something that happens to one. */
export interface JobEvent {
  job_id: string;
  driver_id?: string | null;
  temperature_class?: TemperatureClass | null;
  custody?: CustodyFact | null;
  /** Given with the last hand-over: the job is delivered. */
  proof?: z.output<typeof proofFact>;
}

/** Event of jobs, which its stand-in knows from now on. */
export function tellJob(tenant_id: string, event: JobEvent): Emission<typeof jobs> {
  const { job_id, driver_id = null, temperature_class, custody = null, proof } = event;
  const status = proof ? 'delivered' : 'in_transit';
  const before = known.get(job_id) ?? { tenant_id, driver_id, last_sequence: 0 };
  known.set(job_id, { ...before, status, last_sequence: before.last_sequence + 1 });
  const subject = { job_id, ref: refOf(job_id) };
  const internals = { job: snapshotOf(job_id, status, temperature_class), custody };
  if (!proof) return { type: 'job.updated', job_id, data: { ...subject, changed: [] }, internals };
  const { recipient, otp_verified } = proof;
  const delivered_at = custody?.at ?? '2026-11-02T09:00:00.000Z';
  const data = { ...subject, recipient, otp_verified, delivered_at };
  return { type: 'delivery.completed', job_id, data, internals: { ...internals, proof } };
}

const from = '2026-11-02T08:30:00.000Z';
const to = '2026-11-02T09:00:00.000Z';

/** A cold chain in which all was well. */
export const inRange: ColdChain = {
  range_c: [2, 8],
  from,
  to,
  min_c: 3.9,
  max_c: 6.1,
  mkt_c: 5.042,
  coverage: 1,
  gaps: [],
  excursions: [],
  sensors: [{ device_id: 'probe-1', calibrated_until: '2027-06-30' }],
  readings_digest: `sha256:${'5a'.repeat(32)}`,
  result: 'in_range',
};

export const excursionOf = (job_id: string): Emission<typeof tracking> => ({
  type: 'temperature.excursion',
  job_id,
  data: {
    job_id,
    ref: refOf(job_id),
    range_c: [2, 8],
    min_c: 8.4,
    max_c: 11.25,
    minutes_out_of_range: 6,
    action: 'hold_and_call',
    device_id: 'probe-1',
    started_at: from,
  },
  internals: { at: '2026-11-02T08:36:00.000Z', position: { lat: -26.1, lng: 28 } },
});

export const sealOf = (job_id: string, cold_chain: ColdChain): Emission<typeof tracking> => ({
  type: 'cold_chain.sealed',
  job_id,
  data: { job_id, ref: refOf(job_id) },
  internals: { from, to, cold_chain },
});

export const decisionOf = (job_id: string, cold_chain: ColdChain): Emission<typeof tracking> => ({
  type: 'cold_chain.decided',
  job_id,
  data: { job_id, ref: refOf(job_id) },
  internals: { cold_chain },
});

export const dispositionOf = (job_id: string): Emission<typeof webhooks> => ({
  type: 'disposition.recorded',
  job_id,
  data: { job_id, ref: refOf(job_id) },
  internals: {
    custody: {
      ...{ at: '2026-11-02T10:15:00.000Z', type: 'decided', by: 'desk:usr_1' },
      ...{ note: 'Asked the laboratory', seal: null, position: null },
      details: { disposition: 'discard', started_at: from },
    },
  },
});

/** A laboratory has looked at three specimens. */
export const receptionOf = (
  job_id: string,
  completed: Partial<CompletedReception> = {},
): Emission<typeof partner> => ({
  type: 'reception.completed',
  job_id,
  data: {
    job_id,
    received_at: '2026-11-02T10:15:00.000Z',
    received_by: 'usr_1',
    accepted: 2,
    rejected: 1,
    specimens: [
      { barcode: 'S-0002', verdict: 'rejected', reason: 'leaking' },
      { barcode: 'S-0001', verdict: 'accepted', reason: null },
      { barcode: 'S-0003', verdict: 'accepted', reason: null },
    ],
    ...completed,
  },
  internals: {},
});

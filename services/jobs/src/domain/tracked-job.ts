import { handOverProof, type trackedJob } from '@svc/contracts';
import type { z } from 'zod';
import type { JobRecord, MilestoneRecord } from './job.ts';
import { type Addresses, trackingUrlOf } from './resource.ts';

interface TrackingInputs {
  milestones: readonly MilestoneRecord[];
  /** Sequence number of the job's latest event. */
  last_sequence: number;
  addresses: Addresses;
}

/** The job for the tracking service: without prices, reasons and recipient. */
export function toTrackedJob(job: JobRecord, inputs: TrackingInputs): z.infer<typeof trackedJob> {
  const { milestones, last_sequence, addresses } = inputs;
  return {
    id: job.id,
    tenant_id: job.tenant_id,
    sender_name: job.tenant_name,
    ref: job.ref,
    status: job.status,
    service: job.priced.service,
    temperature_class: job.priced.temperature_class,
    temperature_profile: job.temperature_profile,
    tracking_url: trackingUrlOf(job, addresses),
    pickup: job.pickup,
    dropoff: job.dropoff,
    created_at: job.created_at.toISOString(),
    sla_due: job.sla_due.toISOString(),
    delivered_at: job.delivered_at?.toISOString() ?? null,
    is_returning: job.return_job_id !== null,
    requirements: handOverProof.parse(job.requirements),
    assignment: job.assignment,
    announced_eta: announcedEta(job),
    events: milestones.map(({ at, ...entry }) => ({ at: at.toISOString(), ...entry })),
    last_sequence,
  };
}

const announcedEta = ({ announced_eta_minutes: minutes, announced_eta_at: at }: JobRecord) =>
  minutes === null || at === null ? null : { minutes, at: at.toISOString() };

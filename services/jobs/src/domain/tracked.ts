import type { trackedJob } from '@svc/contracts';
import type { z } from 'zod';
import type { Job, Milestone } from './job.ts';
import { type Addresses, trackingUrl } from './resource.ts';

interface Viewed {
  milestones: readonly Milestone[];
  /** Number of the job's latest event. */
  last_sequence: number;
  addresses: Addresses;
}

/** What may be known of a job by whoever may track it: no prices, no reasons, no recipient. */
export function trackedOf(job: Job, viewed: Viewed): z.infer<typeof trackedJob> {
  const { milestones, last_sequence, addresses } = viewed;
  return {
    id: job.id,
    tenant_id: job.tenant_id,
    ref: job.ref,
    status: job.status,
    service: job.priced.service,
    tracking_url: trackingUrl(job, addresses),
    pickup: job.pickup,
    dropoff: job.dropoff,
    created_at: job.created_at.toISOString(),
    sla_due: job.sla_due.toISOString(),
    delivered_at: job.delivered_at?.toISOString() ?? null,
    assignment: job.assignment,
    said_eta: saidEta(job),
    events: milestones.map(({ at, ...told }) => ({ at: at.toISOString(), ...told })),
    last_sequence,
  };
}

const saidEta = ({ said_eta_minutes: minutes, said_eta_at: at }: Job) =>
  minutes === null || at === null ? null : { minutes, at: at.toISOString() };

/** A followed job on its way, and what it is told, for tests of rules. */
import type { FollowedJobRecord, JobUpdate } from '../src/domain/followed-job.ts';
import type { PredictionInputs } from '../src/domain/prediction.ts';

/** About 11 km apart as the crow flies: a little over 21 minutes at 40 km/h. */
export const clinic = { lat: -26.1076, lng: 28.0567 };
export const laboratory = { lat: -26.2041, lng: 28.0473 };

/** A time of the day on which all tests take place. */
export const at = (time: string): Date => new Date(`2026-11-02T${time.padEnd(8, ':00')}.000Z`);

export const jobUpdate = (change: Partial<JobUpdate> = {}): JobUpdate => ({
  type: 'job.created',
  tenant_id: 'ten_a',
  job_id: 'job_1',
  ref: 'SVC-0123ABCD',
  status: 'booked',
  pickup: clinic,
  dropoff: laboratory,
  sla_due: at('12:00'),
  delivered_at: null,
  vehicle_id: null,
  temperature_class: null,
  at: at('08:00'),
  told_at: at('08:00'),
  heard_at: at('08:00'),
  said_minutes: null,
  ...change,
});

/** Nobody has seen a vehicle. */
export const unseen: PredictionInputs = { sighting: null, speedKmh: 40 };

export const followed = (change: Partial<FollowedJobRecord> = {}): FollowedJobRecord => ({
  tenant_id: 'ten_a',
  job_id: 'job_1',
  ref: 'SVC-0123ABCD',
  status: 'booked',
  pickup: clinic,
  dropoff: laboratory,
  sla_due: at('12:00'),
  vehicle_id: null,
  collected_at: null,
  moving_since: null,
  said_at: null,
  said_arrival: null,
  last_position: null,
  last_seen_at: null,
  arrives_at: null,
  at_risk_from: null,
  delivered_at: null,
  ended_at: null,
  at_risk_at: null,
  breached_at: null,
  heard_at: at('08:00'),
  heard_late: false,
  stage: null,
  stage_since: null,
  entered_pickup_at: null,
  entered_dropoff_at: null,
  temperature_class: null,
  decided_until: null,
  trace_ended_at: null,
  sealed_at: null,
  pace_kmh: null,
  pace_at: null,
  told_arrival: null,
  probes: {},
  ...change,
});

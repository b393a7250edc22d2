/** A tracked job on its way, and what it is told, for tests of rules. */

import type { PredictionInputs } from '../src/domain/prediction.ts';
import type { JobUpdate, TrackedJobRecord } from '../src/domain/tracked-job.ts';

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
  driver_id: null,
  vehicle_id: null,
  isAtHub: false,
  temperature_class: null,
  temperature_profile: null,
  at: at('08:00'),
  emitted_at: at('08:00'),
  received_at: at('08:00'),
  courier_eta_minutes: null,
  ...change,
});

/** Inputs without any sighting of a vehicle. */
export const unseen: PredictionInputs = { sighting: null, speedKmh: 40 };

export const tracked = (change: Partial<TrackedJobRecord> = {}): TrackedJobRecord => ({
  tenant_id: 'ten_a',
  job_id: 'job_1',
  ref: 'SVC-0123ABCD',
  status: 'booked',
  pickup: clinic,
  dropoff: laboratory,
  sla_due: at('12:00'),
  driver_id: null,
  vehicle_id: null,
  collected_at: null,
  moving_since: null,
  rests_since: null,
  courier_eta_at: null,
  courier_eta: null,
  last_position: null,
  last_seen_at: null,
  arrives_at: null,
  at_risk_from: null,
  delivered_at: null,
  ended_at: null,
  at_risk_at: null,
  breached_at: null,
  received_at: at('08:00'),
  is_late: false,
  stage: null,
  stage_since: null,
  entered_pickup_at: null,
  entered_dropoff_at: null,
  temperature_class: null,
  temperature_profile: null,
  evaluated_until: null,
  trace_ended_at: null,
  trace_snapshot_at: null,
  average_speed_kmh: null,
  average_speed_at: null,
  announced_arrival: null,
  earlier_holds: null,
  probes: {},
  ...change,
});

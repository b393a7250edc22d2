/** A job on its way in a vehicle with a probe, and the readings that it posts. */

import { newTenant } from '@svc/kit/testing/service-test';
import { expect } from 'vitest';
import type { App } from './app.ts';
import { emitJobEvent, jobSnapshot } from './job-events.ts';
import { shown } from './neighbours.ts';
import { batchOf, newFleet } from './telemetry-provider.ts';
import { assignment, view } from './view.ts';

const priced = { ...jobSnapshot.priced, temperature_class: '2-8C' as const };
let jobs = 0;

/** A job in a vehicle with a probe, collected at nine. */
export async function collected(app: App) {
  jobs += 1;
  const [tenant, carrier] = [newTenant(), newTenant()];
  const job_id = `job_${jobs}`;
  const ref = `SVC-0000000${jobs}`;
  app.clock.set('2026-11-02T09:00:00.000Z');
  const fleet = await newFleet(app, carrier, ['probe-1', 'probe-2']);
  const crew = { ...assignment, vehicle_id: fleet.vehicle.id };
  const tracking_url = `https://svc.example/t/${ref.toLowerCase()}`;
  shown.set(ref, view({ id: job_id, ref, tenant_id: tenant, tracking_url, assignment: crew }));
  const facts = { ref, priced, assignment: crew };
  const at = '2026-11-02T09:00:00.000Z';
  const job = { ...facts, status: 'collected' as const };
  await emitJobEvent(app, { tenant, job_id, type: 'pickup.completed', job, at });
  const deliver = async (delivered_at: string) => {
    const done = { ...facts, status: 'delivered' as const, delivered_at };
    const type = 'delivery.completed' as const;
    await emitJobEvent(app, { tenant, job_id, type, job: done, at: delivered_at });
  };
  return { app, tenant, job_id, ref, fleet, deliver, own: app.as(tenant) };
}
export type Collected = Awaited<ReturnType<typeof collected>>;

export const moment = (minute: number) => new Date(Date.UTC(2026, 10, 2, 9, minute)).toISOString();

/** A reading a minute from nine on, posted when the last of them is told. */
export async function post(
  { app, fleet }: Collected,
  celsius: readonly number[],
  device_id = 'probe-1',
) {
  app.clock.set(moment(celsius.length));
  const readings = celsius.map((temperature_c, minute) => ({
    device_id,
    seq: minute,
    at: moment(minute),
    temperature_c,
    calibrated_until: '2027-06-30',
  }));
  expect(batchOf(await fleet.post(readings)).accepted).toBe(celsius.length);
}

export const fine = Array.from({ length: 31 }, (_, minute) => 4 + (minute % 3));

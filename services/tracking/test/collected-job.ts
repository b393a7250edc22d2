/** A job on its way in a vehicle with a probe, and the readings that it posts. */

import { type ColdChain, tracking } from '@svc/contracts';
import { until } from '@svc/devnet';
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
  /** To another vehicle, under way, as jobs tells it: the scan, then the change; with units of these labels. */
  const transfer = async (vehicle_id: string, at: string, units = '') => {
    facts.assignment = { ...crew, vehicle_id };
    const moved = { ...facts, status: 'in_transit' as const };
    const told = { tenant, job_id, job: moved, at };
    const scan = { location: 'Vehicle', seal_match: true, by: 'driver:drv_1' };
    await emitJobEvent(app, { ...told, type: 'custody.scanned', data: scan, onlyCustody: true });
    await emitJobEvent(app, { ...told, type: 'job.updated', units });
  };
  const own = app.as(tenant);
  return { app, tenant, job_id, ref, facts, transfer, fleet: { ...fleet, carrier }, deliver, own };
}
export type Collected = Awaited<ReturnType<typeof collected>>;

/** The way back of its parcels, as jobs tells it. */
export function returnOf({ app, tenant, job_id: original, ref, facts }: Collected) {
  const [job_id, back] = [`${original}_back`, { ...facts, ref: `${ref}-R`, return_of: original }];
  const assigned = { assignment: { ...facts.assignment } };
  shown.set(back.ref, view({ id: job_id, ref: back.ref, tenant_id: tenant, ...assigned }));
  const tell = (told: Omit<Parameters<typeof emitJobEvent>[1], 'tenant'>) =>
    emitJobEvent(app, { tenant, ...told });
  return {
    ...{ job_id, original },
    failed: (at: string) => {
      const failed = { ...facts, status: 'exception' as const };
      return tell({ job_id: original, type: 'delivery.failed', job: failed, at });
    },
    made: (at: string) => {
      const made = { ...back, status: 'collected' as const };
      return tell({ job_id, type: 'job.created', job: made, at, onlyCustody: true });
    },
    delivered: (at: string) => {
      const done = { ...back, status: 'delivered' as const, delivered_at: at };
      return tell({ job_id, type: 'delivery.completed', job: done, at });
    },
  };
}

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
  const { accepted, duplicates } = batchOf(await fleet.post(readings));
  expect(accepted + duplicates).toBe(celsius.length);
}

export const fine = Array.from({ length: 31 }, (_, minute) => 4 + (minute % 3));

/** The cold chain of a job, once it is sealed. */
export async function sealOf({ app, job_id }: Collected): Promise<ColdChain> {
  const isSeal = (event: { type: string; job_id: string }) =>
    event.type === 'cold_chain.sealed' && event.job_id === job_id;
  const sealed = await until(async () => (await app.outbox()).find(isSeal), {
    timeoutMs: 60_000,
    what: `the cold chain of ${job_id} to be sealed`,
  });
  return tracking.events['cold_chain.sealed'].internals.parse(sealed.internals).cold_chain;
}

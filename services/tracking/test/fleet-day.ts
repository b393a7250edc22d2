/** Lets a planned fleet happen to the service: bindings, job events and readings, tick by tick. */
import { newTenant } from '@svc/kit/testing/service-test';
import { expect } from 'vitest';
import type { App } from './app.ts';
import { countHandled, heardAll, heldJob } from './job-events.ts';
import { type Job, measured, type Plan, perMinute, timeOf } from './mixed-fleet.ts';
import { batchOf, newFleet } from './telemetry-provider.ts';

/** Returns the carrier, with the clock past the last watermark. */
export async function drive(app: App, plan: Plan): Promise<string> {
  const [carrier, tenant] = [newTenant(), newTenant()];
  app.clock.set(timeOf(-1));
  const fleet = await newFleet(app, carrier, []);
  const { due, vehicles } = await furnish(app, plan, carrier);
  const held = ({ van, ...job }: Job) =>
    heldJob({ ...job, tenant, vehicle_id: vehicles[van] ?? '' });
  const jobs = plan.jobs.map((job) => ({ ...job, held: held(job) }));
  let heard = await countHandled(app);
  const pending: object[] = [];
  for (let tick = 0; tick < plan.ticks + perMinute; tick += 1) {
    app.clock.set(timeOf(tick));
    const byVan = Map.groupBy(due.get(tick) ?? [], ({ van }) => van);
    await Promise.all([...byVan.values()].map(inTurn));
    const events = jobs.flatMap(({ held, collected, delivered }) => [
      ...(tick === collected ? [held.collected(timeOf(tick))] : []),
      ...(tick === delivered ? [held.delivered(timeOf(tick))] : []),
    ]);
    heard += events.length;
    if (events.length > 0) await app.clients(tenant).jobs.emit(events);
    await heardAll(app, heard);
    pending.push(...readingsAt(plan, tick));
    if (tick % perMinute !== perMinute - 1) continue;
    while (pending.length > 0) {
      const batch = pending.splice(0, 500);
      expect(batchOf(await fleet.post(batch)).accepted).toBe(batch.length);
    }
  }
  app.clock.set(timeOf(plan.ticks + 10 * perMinute));
  return carrier;
}

type Due = { tick: number; van: number; act: () => Promise<unknown> };
async function inTurn(due: readonly Due[]): Promise<void> {
  for (const { act } of due) await act();
}

const readingsAt = (plan: Plan, tick: number) =>
  plan.probes.flatMap((probe) => {
    const { id: device_id, calibrated_until } = probe;
    const mc = measured(plan, probe, tick);
    const reading = { device_id, seq: tick, at: timeOf(tick), calibrated_until };
    return mc === undefined ? [] : [{ ...reading, temperature_c: mc / 1_000 }];
  });

/** Vans, boxes and probes; and what will be done with them, by tick. */
async function furnish(app: App, plan: Plan, carrier: string) {
  const own = app.as(carrier);
  const vehicles: string[] = [];
  for (let van = 0; van < plan.vans; van += 1) {
    vehicles.push((await own.createVehicle({ registration: `CA ${van}-${carrier}` })).id);
  }
  const due: Due[] = [];
  const ids = new Map<string, string>();
  for (const { label: identifier, van, moves, class: temperature_class } of plan.boxes) {
    const { id } = await own.createAsset({ identifier, kind: 'cool_box', temperature_class });
    ids.set(identifier, id);
    const goes = (to: number) => own.bindAsset({ id, vehicle_id: vehicles[to], replace: true });
    await goes(van);
    if (moves) due.push({ tick: moves.tick, van, act: () => goes(moves.van) });
  }
  const idOf = (place = '') => ids.get(place) ?? '';
  for (const { id: device_id, van, way, class: temperature_class } of plan.probes) {
    const asset_id = idOf(way[0]?.place) || null;
    const vehicle_id = vehicles[van] ?? '';
    await own.createDevice({ device_id, vehicle_id, temperature_class, asset_id });
    for (const { tick, place } of way.slice(1)) {
      const bound = { id: idOf(place), device_id, replace: true };
      due.push({ tick, van, act: () => own.bindAsset(bound) });
    }
  }
  const packings = plan.jobs.flatMap((job) => job.packed.map((each) => ({ ...each, job })));
  for (const { job, codes: parcels, way } of packings) {
    for (const { tick, place } of way) {
      const bound = { id: idOf(place), job_id: job.id, parcels, replace: true };
      due.push({ tick, van: job.van, act: () => own.bindAsset(bound) });
    }
  }
  return { vehicles, due: Map.groupBy(due, ({ tick }) => tick) };
}

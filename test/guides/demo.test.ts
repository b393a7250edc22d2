/** `npm start -- --demo`: what is there at first sight, and at a second start on the same data. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accounts, excursionTypes, jobs, tracking, webhooks } from '@svc/contracts';
import { until } from '@svc/devnet';
import { createApi } from '@svc/simulators/api';
import { readDevFile } from '@svc/simulators/dev-file';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findProcesses } from '../setup/leftovers.ts';
import { npmStart } from './npm-start.ts';

const everyMs = 3_000;
const { listAssets, listDrivers, listVehicles, listTelemetryProviders } = tracking.actions;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const start = () =>
  npmStart({ SVC_NATS: 'in-process', SVC_DATA_DIR: join(folder, 'data') }, ['--demo']);

async function look() {
  const dev = await readDevFile(join(folder, 'data'));
  const desk = createApi(dev, dev.clients.operator);
  const sender = createApi(dev, dev.clients.demo);
  const drivers = await desk.get('/ops/drivers?limit=100', listDrivers.output);
  const vehicles = await desk.get('/ops/vehicles?limit=100', listVehicles.output);
  const boxes = await desk.get('/ops/assets?limit=100', listAssets.output);
  const sites = await sender.get('/sites', accounts.actions.listSites.output);
  const booked = await desk.get('/ops/jobs?limit=100', jobs.actions.listForDesk.output);
  const { output } = webhooks.actions.listOpsEvents;
  const alarms = (await desk.get('/ops/events?limit=100', output)).data.map(({ type }) => type);
  const fleets = await desk.get('/ops/telemetry-providers', listTelemetryProviders.output);
  return {
    drivers: drivers.data.length,
    vehicles: vehicles.data.length,
    boxes: boxes.data.length,
    packed: boxes.data.filter(({ job_ids }) => job_ids.length > 0).length,
    measured: boxes.data.filter(({ temperature_c }) => temperature_c !== null).length,
    sites: sites.data.length,
    jobs: booked.data.length,
    states: new Set(booked.data.map(({ status }) => status)).size,
    returns: booked.data.filter(({ return_of }) => return_of !== null).length,
    excursions: alarms.filter((type) => excursionTypes.includes(type)).length,
    failures: alarms.filter((type) => type === 'delivery.failed').length,
    readAt: fleets.data.map(({ last_reading_at }) => last_reading_at),
  };
}
type Look = Awaited<ReturnType<typeof look>>;

const isFull = (seen: Look) =>
  Math.min(seen.returns, seen.excursions, seen.failures, seen.packed, seen.measured) > 0 &&
  seen.jobs >= 80 &&
  seen.states >= 6;
const lookUntil = (isThere: (seen: Look) => boolean, what: string) =>
  until(async () => [await look()].find(isThere), { timeoutMs: 120_000, everyMs, what });

it('npm start -- --demo fills all pages, continues at a second start and leaves no process', {
  timeout: 420_000,
}, async () => {
  const cast = { drivers: 25, vehicles: 15, boxes: 30, sites: 12 };
  const first = await start();
  const seen = await lookUntil(isFull, 'a full picture').finally(() => first.stop());
  expect(seen).toMatchObject(cast);
  expect(findProcesses(folder)).toEqual([]);
  const before = new Date().toISOString();
  const second = await start();
  const again = await lookUntil(
    ({ readAt }) => readAt.some((at) => at !== null && at > before),
    'readings of the second start',
  ).finally(() => second.stop('kill'));
  expect(again).toMatchObject(cast);
  expect(again.readAt).toHaveLength(1);
  expect(findProcesses(folder)).toEqual([]);
});

/** The control desk's alarms over HTTP, on the real stack. */
import { bookedJob, carrierScopes, type OpsEvent, opsEvent, webhooks } from '@svc/contracts';
import { until } from '@svc/devnet';
import { type HeldClock, heldClock } from '@svc/kit/clock';
import { createClient } from '@svc/sdk';
import { createApi } from '@svc/simulators/api';
import {
  type FleetProvider,
  installDevice,
  registerProvider,
} from '@svc/simulators/fleet/provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemIn } from '../contracts/problem.ts';
import { type AlarmStream, followAlarms } from './alarm-stream.ts';
import { assign, deskOf, newCrew, newRegistration, noProof, seal } from './desk.ts';
import { type Stage, startStage } from './environment.ts';
import { type Answer, createSend, resource, type Send } from './http.ts';
import { bookingOf, fetchToken, newTenant, type Tenant } from './tenants.ts';

let stage: Stage;
let clock: HeldClock;
let customer: Tenant;
let carrier: Tenant;
let provider: FleetProvider;
beforeAll(async () => {
  clock = heldClock('2026-11-02T08:00:00.000Z');
  stage = await startStage({ clock, env: { SVC_TELEMETRY_POLL_MS: '20' } });
  customer = await newTenant(stage);
  carrier = await newTenant(stage, { scopes: carrierScopes });
  provider = await registerProvider({
    desk: carrierApi(),
    urls: urls(),
    clock: () => clock.now().getTime(),
  });
});
afterAll(() => stage?.stop());

const urls = () => ({ live: { base_url: stage.baseUrl }, auth: { auth_url: stage.publicUrl } });
const carrierApi = () =>
  createApi(urls(), { client_id: carrier.clientId, client_secret: carrier.clientSecret });

/** Asks with a token of this moment: the clock leaves old ones behind. */
async function desk(): Promise<Send> {
  const token = await fetchToken(stage, carrier, ['ops:dispatch']);
  return createSend(stage.baseUrl, { authorization: `Bearer ${token}` });
}
const follow = (lastEventId?: string): AlarmStream => {
  const { clientId, clientSecret } = carrier;
  const client = createClient({ baseUrl: stage.baseUrl, clientId, clientSecret });
  return followAlarms(client, lastEventId);
};

async function book(more: object = {}): Promise<string> {
  const send = await customer.sendWith(['jobs:write']);
  const body = { ...bookingOf(customer), requirements: noProof, ...more };
  return resource(await send('POST /jobs', { key: crypto.randomUUID(), body }), 201, bookedJob).id;
}
const page = webhooks.actions.listOpsEvents.output;
const listed = async (query: string): Promise<OpsEvent[]> =>
  resource(await (await desk())(`GET /ops/events?${query}`), 200, page).data;
const alarmOf = (job: string, type: string, status = 'open'): Promise<OpsEvent> =>
  until(
    async () => (await listed(`job_id=${job}&type=${type}`)).find((own) => own.status === status),
    { timeoutMs: 60_000, what: `${type} of ${job} to be ${status}` },
  );
const acknowledge = async (id: string, by: string): Promise<Answer> =>
  (await desk())(`POST /ops/events/${id}/acknowledge`, { body: { by } });
const seen = (stream: AlarmStream, alarm: string, status: string) =>
  until(() => stream.received.some((each) => each.alarm === alarm && each.status === status), {
    timeoutMs: 60_000,
    what: `${alarm} in the stream as ${status}`,
  });

const position = { lat: -26.2041, lng: 28.0473 };
/** Collected by a crew whose vehicle has a probe, and too warm for nine minutes. */
async function warmJob(): Promise<string> {
  const id = await book({ sku: 'LAB-COLD' });
  const own = deskOf(stage, carrier.id);
  const registration = newRegistration();
  const vehicle = await own.tracking.createVehicle({ registration });
  const { driver_id } = await newCrew(own);
  const device_id = `probe-${id}`;
  await installDevice(carrierApi(), device_id, vehicle.id);
  await own.jobs.assign({ id, driver_id, vehicle_id: vehicle.id });
  const scanned = { parcels_scanned: 1, box_temperature_c: 4.2 };
  await own.jobs.reachMilestone({ id, type: 'collect', seal, ...scanned });
  for (let seq = 1; seq <= 9; seq += 1) {
    clock.advanceMs(60_000);
    const at = clock.now().toISOString();
    const place = { vehicle: registration, position, speed_kmh: 0 };
    await provider.post([{ device_id, seq, at, ...place, temperature_c: 11.8 }]);
  }
  return id;
}

describe('the control desk', () => {
  it('sees a STAT booking until it has a driver', async () => {
    const id = await book({ sku: 'LAB-STAT', priority: 'stat' });
    const alarm = await alarmOf(id, 'job.booked');
    expect(alarm).toMatchObject({ severity: 'info', tenant_id: customer.id, job_id: id });
    await deskOf(stage, carrier.id).jobs.assign({
      id,
      ...(await newCrew(deskOf(stage, carrier.id))),
    });
    await alarmOf(id, 'job.booked', 'closed');
  });

  it('sees a job that has no driver, until it has one', async () => {
    const stream = follow();
    await until(() => stream.received[0]?.event === 'ready', {
      timeoutMs: 60_000,
      what: 'the stream to be ready',
    });
    const id = await book();
    await until(async () => (await bookedJobs(id)) === 1, {
      timeoutMs: 60_000,
      what: 'the booking to be followed',
    });
    clock.advanceMs(600_000);
    const alarm = await alarmOf(id, 'job.unassigned');
    await seen(stream, alarm.id, 'open');
    await assign(deskOf(stage, carrier.id), id);
    await alarmOf(id, 'job.unassigned', 'closed');
    await seen(stream, alarm.id, 'closed');
    await stream.cut();
  });

  it('sees an excursion, which one of two desks acknowledges', async () => {
    const { id } = await alarmOf(await warmJob(), 'temperature.excursion');
    const names = ['Lerato M', 'Sipho K'];
    const answers = await Promise.all(names.map((by) => acknowledge(id, by)));
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    if (!won || !lost) throw new Error('two answers');
    const first = resource(won, 200, opsEvent);
    expect(first).toMatchObject({ id, status: 'acknowledged' });
    expect(names).toContain(first.acknowledged_by);
    expect(problemIn(lost)).toMatchObject({
      status: 409,
      code: 'already_acknowledged',
      detail: `${first.acknowledged_by} acknowledged it at ${first.acknowledged_at}.`,
    });
  });

  it('sees an alarm that stays open escalated', async () => {
    const job = await book();
    await report(job);
    const { id } = await alarmOf(job, 'incident.reported');
    const stream = follow();
    await until(() => stream.received.length > 0, { timeoutMs: 60_000, what: 'the stream' });
    clock.advanceMs(300_000);
    await until(() => stream.received.some(({ alarm, escalated }) => alarm === id && escalated), {
      timeoutMs: 60_000,
      what: 'the escalation in the stream',
    });
    await stream.cut();
  });

  it('misses nothing, and sees nothing twice, when its connection is cut', async () => {
    const steady = follow();
    const first = follow();
    await until(() => steady.received.length > 0 && first.received.length > 0, {
      timeoutMs: 60_000,
      what: 'both streams',
    });
    const alarms = [await reported(), await reported()];
    await seen(first, alarms[1] ?? '', 'open');
    const last = await first.cut();
    // Some happen while it is away, and some while it comes back.
    alarms.push(await reported(), await reported());
    const returning = Promise.all(Array.from({ length: 5 }, reported));
    const second = follow(last);
    alarms.push(...(await returning));
    const end = await reported();
    for (const stream of [steady, second]) await seen(stream, end, 'open');
    const ids = ({ received }: AlarmStream) => received.map(({ id }) => id);
    const [, ...withoutReady] = ids(steady);
    expect([...ids(first).slice(1), ...ids(second)]).toEqual(withoutReady);
    expect(new Set(withoutReady).size).toBe(withoutReady.length);
    const shown = steady.received.map(({ alarm }) => alarm);
    expect(shown).toEqual(expect.arrayContaining(alarms));
    await Promise.all([steady.cut(), second.cut()]);
  });
});

const report = async (job_id: string): Promise<void> => {
  const incident = { category: 'delay', severity: 'low', description: 'Road closed' };
  await (await desk())('POST /ops/incidents', { body: { job_id, ...incident } });
};
/** An alarm of a job of its own. */
async function reported(): Promise<string> {
  const job = await book();
  await report(job);
  return (await alarmOf(job, 'incident.reported')).id;
}
const bookedJobs = async (job: string): Promise<number | null> => {
  const sql = 'select from webhooks.unassigned_job where job_id = $1';
  return (await stage.owner.query(sql, [job])).rowCount;
};

import { type ColdChain, certificate, type TracedReading, tracking } from '@svc/contracts';
import { until } from '@svc/devnet';
import { readingsDigest } from '@svc/verify/readings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, newTenant, startTracking } from './app.ts';
import { emitJobEvent, jobSnapshot } from './job-events.ts';
import { certified, shown } from './neighbours.ts';
import { batchOf, newFleet } from './telemetry-provider.ts';
import { assignment, view } from './view.ts';

let app: App;
beforeAll(async () => {
  app = await startTracking();
});
afterAll(() => app.stop());

const priced = { ...jobSnapshot.priced, temperature_class: '2-8C' as const };
const desk = () => app.clients('ten_carrier').tracking;
let jobs = 0;

/** A job in a vehicle with a probe, collected at nine. */
async function collected() {
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
  return { tenant, job_id, ref, fleet, deliver, own: app.clients(tenant).tracking };
}
type Collected = Awaited<ReturnType<typeof collected>>;

const moment = (minute: number) => new Date(Date.UTC(2026, 10, 2, 9, minute)).toISOString();

/** A reading a minute from nine on, posted when the last of them is told. */
async function post({ fleet }: Collected, celsius: readonly number[], device_id = 'probe-1') {
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

const decidedUntil = async ({ job_id }: Collected): Promise<string> => {
  const sql = 'select evaluated_until from tracking.tracked_job where job_id = $1';
  return (await app.owner.query(sql, [job_id])).rows[0].evaluated_until.toISOString();
};

const fine = Array.from({ length: 31 }, (_, minute) => 4 + (minute % 3));
const warm = fine.map((celsius, minute) => (minute >= 10 && minute <= 16 ? 9.5 : celsius));

describe('temperature', () => {
  it('tells readings and what they show, from collection on', async () => {
    const job = await collected();
    await post(job, warm);
    expect(await job.own.temperature({ id: job.ref })).toMatchObject({
      object: 'temperature_trace',
      job_id: job.job_id,
      ref: job.ref,
      range_c: [2, 8],
      from: moment(0),
      to: moment(31),
      min_c: 4,
      max_c: 9.5,
      coverage: 1,
      gaps: [],
      excursions: [
        { device_id: 'probe-1', from: moment(10), to: moment(16), minutes: 6, min_c: 9.5 },
      ],
      sensors: [{ device_id: 'probe-1', calibrated_until: '2027-06-30' }],
      result: 'excursion',
      has_more: false,
      next: null,
    });
  });

  it('says what is out of range at this moment, before it is an excursion', async () => {
    const job = await collected();
    await post(job, [...fine.slice(0, 10), 8.4, 11.8]);
    const { excursions, latest } = await job.own.temperature({ id: job.ref });
    expect(excursions).toEqual([]);
    expect(latest).toEqual({
      device_id: 'probe-1',
      at: moment(11),
      temperature_c: 11.8,
      out_of_range_since: moment(10),
    });
    const view = shown.get(job.ref);
    if (view) shown.set(job.ref, { ...view, status: 'collected' });
    const record = await job.own.track({ ref: job.ref });
    expect(record.out_of_range).toEqual({
      temperature_c: 11.8,
      at: moment(11),
      since: moment(10),
    });
    const chart = await job.own.temperatureChart({ id: job.ref });
    expect(chart?.latest).toEqual(latest);
  });

  it('says so for as long as it lasts, also when the beginning was decided long ago', async () => {
    const job = await collected();
    const view = shown.get(job.ref);
    if (view) shown.set(job.ref, { ...view, status: 'collected' });
    await post(job, warm.slice(0, 17));
    await until(async () => (await decidedUntil(job)) >= moment(14), {
      timeoutMs: 60_000,
      what: 'the readings to be evaluated',
    });
    expect((await job.own.track({ ref: job.ref })).out_of_range).toMatchObject({
      since: moment(10),
      temperature_c: 9.5,
    });
  });

  it('comes in pages whose figures speak of the whole', async () => {
    const job = await collected();
    await post(job, fine);
    const whole = await job.own.temperature({ id: job.job_id });
    const pages: TracedReading[] = [];
    for (let starting_after: string | undefined; ; ) {
      const page = await job.own.temperature({
        id: job.job_id,
        limit: 8,
        ...(starting_after && { starting_after }),
      });
      expect(page.mkt_c).toBe(whole.mkt_c);
      pages.push(...page.readings);
      if (page.next === null) break;
      starting_after = page.next;
    }
    expect(pages).toEqual(whole.readings);
    expect(pages).toHaveLength(31);
  });

  it('of a job that nobody has collected yet is empty', async () => {
    const tenant = newTenant();
    shown.set('SVC-NEW', view({ id: 'job_new', ref: 'SVC-NEW', tenant_id: tenant }));
    expect(await app.clients(tenant).tracking.temperature({ id: 'job_new' })).toMatchObject({
      from: null,
      to: null,
      range_c: null,
      result: null,
      readings: [],
    });
    expect(await app.clients(tenant).tracking.temperatureChart({ id: 'job_new' })).toBeNull();
    expect(await desk().temperatureForDesk({ id: 'job_new' })).toBeNull();
  });

  it('is for the desk of the carrier the same, of any tenant', async () => {
    const job = await collected();
    await post(job, warm);
    const chart = await job.own.temperatureChart({ id: job.job_id });
    const { chart: drawn, ...figures } = (await desk().temperatureForDesk({ id: job.ref })) ?? {};
    expect(drawn).toEqual(chart);
    expect(await job.own.temperature({ id: job.job_id })).toMatchObject(figures);
    const { page_url: _page, ...trace } = await job.own.temperature({ id: job.job_id, limit: 2 });
    expect(await desk().temperatureTraceForDesk({ id: job.ref, limit: 2 })).toEqual(trace);
  });

  const ofDesk = ['temperatureForDesk', 'temperatureTraceForDesk'];
  it.each(['temperature', 'temperatureChart', 'temperatureBundle', ...ofDesk])(
    '%s refuses what is unknown, and what is of another tenant, alike',
    async (action) => {
      const job = await collected();
      const foreign = ofDesk.includes(action) ? [] : [job.job_id];
      for (const id of [...foreign, 'job_unknown', 'no id']) {
        const reply = await app.call([tracking, action], { id }, { tenant: 'ten_other' });
        expect(reply).toMatchObject({ refused: { code: 'job_not_found' } });
      }
    },
  );

  it.each([{ limit: 0 }, { limit: 1_001 }, { starting_after: 'x' }, { starting_after: '1.2' }])(
    'is not asked with %j',
    async (page) => {
      const input = { id: 'job_1', ...page };
      const reply = await app.call([tracking, 'temperature'], input, { tenant: 'ten_a' });
      expect(reply).toMatchObject({ invalid: expect.anything() });
    },
  );
});

describe('the chart', () => {
  it('of a long trace is small, and keeps its peak', async () => {
    const job = await collected();
    const long = Array.from({ length: 480 }, (_, minute) => (minute === 333 ? 7.9 : 5));
    await post(job, long);
    await post(job, long, 'probe-2');
    const chart = await job.own.temperatureChart({ id: job.job_id });
    const points = chart?.series.flatMap(({ lines }) => lines.flat()) ?? [];
    expect(chart?.series.map(({ device_id }) => device_id)).toEqual(['probe-1', 'probe-2']);
    expect(points.length).toBeLessThanOrEqual(800);
    expect(Math.max(...points.map(([, celsius]) => celsius))).toBe(7.9);
  });

  it('is on the tracking page for every holder of a page link', async () => {
    const job = await collected();
    await post(job, fine);
    const token = job.ref.toLowerCase();
    const { page_url } = await job.own.temperature({ id: job.job_id });
    const key = new URL(page_url).searchParams.get('temperature') ?? '';
    const anybody = app.clients('').tracking;
    const shut = await anybody.trackByToken({ token });
    const opened = await anybody.trackByToken({ token, temperature_key: key });
    expect(shut.temperature).toBeNull();
    expect(opened.temperature).toMatchObject({ range_c: [2, 8], gaps: [] });
    expect(opened.version.startsWith(shut.version)).toBe(true);
    const forged = await anybody.trackByToken({ token, temperature_key: `${key}0` });
    expect(forged.temperature).toBeNull();
    app.clock.set('2026-11-10T09:00:00.000Z');
    const expired = await anybody.trackByToken({ token, temperature_key: key });
    expect(expired.temperature).toBeNull();
  });
});

describe('a sealed trace', () => {
  const sealOf = async ({ job_id }: Collected): Promise<ColdChain> => {
    const sealed = await until(
      async () =>
        (await app.outbox('tracking')).find(
          (event) => event.type === 'cold_chain.sealed' && event.job_id === job_id,
        ),
      { timeoutMs: 60_000, what: `the cold chain of ${job_id} to be sealed` },
    );
    return tracking.events['cold_chain.sealed'].internals.parse(sealed.internals).cold_chain;
  };
  const certify = ({ job_id }: Collected, cold_chain: ColdChain) =>
    certified.set(job_id, {
      certificate: certificate.parse({
        id: 'PCC-0123456789',
        object: 'certificate',
        type: 'proof_of_cold_chain',
        job_id,
        issued_at: moment(40),
        custody: { events: 1, seal: null, chain_hash: `sha256:${'0'.repeat(64)}` },
        verify_url: 'https://svc.example/verify/PCC-0123456789',
        related: [],
        cold_chain,
      }),
      certificate_jws: 'a.b.c',
    });

  it('is what was certified, whatever is told later; the trace itself is amended', async () => {
    const job = await collected();
    await post(job, fine);
    await job.deliver(moment(30));
    app.clock.set(moment(40));
    const cold_chain = await sealOf(job);
    expect(cold_chain).toMatchObject({ result: 'in_range', max_c: 6, coverage: 1 });
    expect(await job.own.temperatureBundle({ id: job.job_id }).catch((error) => error.code)).toBe(
      'certificate_pending',
    );
    certify(job, cold_chain);
    const late = { device_id: 'probe-2', seq: 1, at: moment(20), temperature_c: 7.5 };
    expect(batchOf(await job.fleet.post([late])).accepted).toBe(1);

    expect((await job.own.temperature({ id: job.job_id })).max_c).toBe(7.5);
    const bundle = await job.own.temperatureBundle({ id: job.job_id });
    expect(bundle.readings).toHaveLength(31);
    expect(readingsDigest(bundle.readings)).toBe(cold_chain.readings_digest);
    const { readings_digest } = cold_chain;
    const anybody = app.clients('').tracking;
    const chart = await anybody.sealedChart({ job_id: job.job_id, readings_digest });
    expect(chart?.series.map(({ device_id }) => device_id)).toEqual(['probe-1']);
    const guess = { job_id: job.job_id, readings_digest: `sha256:${'0'.repeat(64)}` };
    expect(await anybody.sealedChart(guess)).toBeNull();
  });

  it('outlives the readings of its days', async () => {
    const job = await collected();
    await post(job, fine);
    await job.deliver(moment(30));
    app.clock.set(moment(40));
    const { readings_digest } = await sealOf(job);
    await app.owner.query('delete from tracking.reading_chunk');
    const { readings, max_c } = await job.own.temperature({ id: job.job_id });
    expect(readingsDigest(readings)).toBe(readings_digest);
    expect(max_c).toBe(6);
  });
});

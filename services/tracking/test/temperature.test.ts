import type { TracedReading } from '@svc/contracts';
import { until } from '@svc/devnet';
import { newTenant } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { trackingTest } from './app.ts';
import { type Collected, collected as collectedOn, fine, moment, post } from './collected-job.ts';
import { shown } from './neighbours.ts';
import { view } from './view.ts';

const app = trackingTest();

const collected = () => collectedOn(app);
const desk = () => app.as('ten_carrier');

const decidedUntil = async ({ job_id }: Collected): Promise<string> => {
  const sql = 'select evaluated_until from tracking.tracked_job where job_id = $1';
  return (await app.sql(sql, [job_id]))[0].evaluated_until.toISOString();
};

const warm = fine.map((celsius, minute) => (minute >= 10 && minute <= 16 ? 9.5 : celsius));

describe('temperature', () => {
  it('returns readings and their figures from the collection on', async () => {
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
        { device_id: 'probe-1', from: moment(10), to: moment(17), minutes: 7, min_c: 9.5 },
      ],
      sensors: [{ device_id: 'probe-1', calibrated_until: '2027-06-30' }],
      result: 'excursion',
      has_more: false,
      next: null,
    });
  });

  it('returns what is out of range now, before it is an excursion', async () => {
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

  it('returns the start of a range violation that was decided long ago', async () => {
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

  it('returns pages whose figures are those of the whole trace', async () => {
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

  it('returns an empty trace before the collection of a job', async () => {
    const tenant = newTenant();
    shown.set('SVC-NEW', view({ id: 'job_new', ref: 'SVC-NEW', tenant_id: tenant }));
    expect(await app.as(tenant).temperature({ id: 'job_new' })).toMatchObject({
      from: null,
      to: null,
      range_c: null,
      result: null,
      readings: [],
    });
    expect(await app.as(tenant).temperatureChart({ id: 'job_new' })).toBeNull();
    expect(await desk().temperatureForDesk({ id: 'job_new' })).toBeNull();
  });

  it("returns the same to the carrier's desk for any tenant", async () => {
    const job = await collected();
    await post(job, warm);
    const chart = await job.own.temperatureChart({ id: job.job_id });
    const { chart: drawn, ...figures } = (await desk().temperatureForDesk({ id: job.ref })) ?? {};
    expect(drawn).toEqual(chart);
    expect(await job.own.temperature({ id: job.job_id })).toMatchObject(figures);
    const { page_url: _page, ...trace } = await job.own.temperature({ id: job.job_id, limit: 2 });
    expect(await desk().temperatureTraceForDesk({ id: job.ref, limit: 2 })).toEqual(trace);
  });
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

  it('is shown on the tracking page to every holder of a page link', async () => {
    const job = await collected();
    await post(job, fine);
    const token = job.ref.toLowerCase();
    const { page_url } = await job.own.temperature({ id: job.job_id });
    const key = new URL(page_url).searchParams.get('temperature') ?? '';
    const anybody = app.as('');
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

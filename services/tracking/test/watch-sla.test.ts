import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { isNewlyAtRisk, isNewlyLate } from '../src/domain/sla.ts';
import type { TrackedJobRecord } from '../src/domain/tracked-job.ts';
import { trackingTest } from './app.ts';
import { emitJobEvent, tellLate } from './job-events.ts';
import { at, tracked } from './tracked-job.ts';

let job_id: string;
const app = trackingTest();
beforeEach(async () => {
  job_id = `job_${app.tenant}`;
  app.clock.set('2026-11-02T08:00:00.000Z');
  await app.sql('truncate tracking.tracked_job');
});

const watch = () => app.runSchedule('watch-sla');
const say = (fields: Partial<Parameters<typeof emitJobEvent>[1]> = {}) =>
  emitJobEvent(app, {
    tenant: app.tenant,
    job_id,
    type: 'job.created',
    ...fields,
    job: { assignment: null, ...fields.job },
  });
const events = async () =>
  (await app.outbox())
    .filter((event) => event.tenant_id === app.tenant)
    .map(({ id, sequence, internals, ...event }) => event);
const types = async () => (await events()).map(({ type }) => type);
const noon = at('12:00');
const minutesBefore = (minutes: number) => new Date(noon.getTime() - minutes * 60_000);
/** Jobs like the one that is kept, due at the same time. */
const copies = (count: number) =>
  app.sql(
    `insert into tracking.tracked_job
       select (json_populate_record(j, json_build_object('job_id', 'job_copy_' || n))).*
         from tracking.tracked_job j, generate_series(1, $1) n`,
    [count],
  );

describe('sla.at_risk', () => {
  it('is emitted to the tenant once the remaining distance no longer fits', async () => {
    await say();
    app.clock.set('2026-11-02T11:38:00.000Z');
    await watch();
    expect(await events()).toEqual([]);
    app.clock.set('2026-11-02T11:40:00.000Z');
    await watch();
    await watch();
    expect(await events()).toEqual([
      {
        type: 'sla.at_risk',
        tenant_id: app.tenant,
        job_id,
        data: {
          job_id,
          ref: 'SVC-0123ABCD',
          sla_due: '2026-11-02T12:00:00.000Z',
          predicted_at: expect.stringMatching(/^2026-11-02T12:01:/),
        },
      },
    ]);
  });

  it('is emitted at the next run after the courier reports a late arrival', async () => {
    const eta = { eta_minutes: 90, driver: { first_name: 'T' }, vehicle: { registration: 'CA 1' } };
    app.clock.set('2026-11-02T11:00:00.000Z');
    await say({
      type: 'delivery.arriving',
      data: { job_id, ref: 'SVC-0123ABCD', ...eta },
      job: { status: 'in_transit' },
      at: '2026-11-02T11:00:00.000Z',
    });
    await watch();
    expect(await types()).toEqual([]);
    app.clock.advanceMs(60_000);
    await watch();
    expect(await events()).toMatchObject([
      { type: 'sla.at_risk', data: { predicted_at: '2026-11-02T12:30:00.000Z' } },
    ]);
  });
});

describe('sla.breached of the watch', () => {
  it('is emitted once, some seconds after the job was due', async () => {
    await say();
    app.clock.set('2026-11-02T12:00:09.000Z');
    await watch();
    expect(await types()).toEqual([]);
    app.clock.set('2026-11-02T12:00:11.000Z');
    await watch();
    await watch();
    expect(await events()).toEqual([
      {
        type: 'sla.breached',
        tenant_id: app.tenant,
        job_id,
        data: {
          job_id,
          ref: 'SVC-0123ABCD',
          sla_due: '2026-11-02T12:00:00.000Z',
          minutes_late: 1,
        },
      },
    ]);
  });

  it('is not emitted while delayed events arrive, for the job may be delivered', async () => {
    await say();
    app.clock.set('2026-11-02T12:05:00.000Z');
    const other = { tenant: app.tenant, job_id: `${job_id}_late`, type: 'job.created' } as const;
    await tellLate(app, other, '2026-11-02T09:00:00.000Z');
    app.clock.advanceMs(20_000);
    await watch();
    expect(await types()).toEqual([]);
    app.clock.advanceMs(1);
    await watch();
    expect(await types()).toEqual(['sla.breached', 'sla.breached']);
  });

  it('is emitted once for each of many jobs, batch by batch, in two concurrent runs', async () => {
    await say();
    await copies(450);
    app.clock.set('2026-11-02T12:01:00.000Z');
    await Promise.all([watch(), watch()]);
    await watch();
    const told = await events();
    expect(told).toHaveLength(451);
    expect(new Set(told.map(({ job_id }) => job_id)).size).toBe(451);
  });
});

it('the watch emits exactly what the rules require for any jobs', async () => {
  const minutes = fc.integer({ min: -60, max: 300 }).map((min) => minutesBefore(min));
  const time = fc.option(minutes, { freq: 2 });
  const state = fc.record({
    status: fc.constantFrom<TrackedJobRecord['status'][]>('booked', 'exception', 'cancelled'),
    sla_due: fc.integer({ min: -120, max: 120 }).map((min) => minutesBefore(min)),
    at_risk_from: time,
    at_risk_at: time,
    breached_at: time,
  });
  const jobs = fc
    .sample(state, { numRuns: 300, seed: 7, unbiased: true })
    .map((fields, n) => tracked({ ...fields, tenant_id: app.tenant, job_id: `job_any_${n}` }));
  await app.sql(
    `insert into tracking.tracked_job
         select * from json_populate_recordset(null::tracking.tracked_job, $1)`,
    [JSON.stringify(jobs)],
  );
  app.clock.set(noon);
  await watch();
  const told = async (wanted: string) =>
    (await events()).filter(({ type }) => type === wanted).map(({ job_id }) => job_id);
  const ids = (those: (job: TrackedJobRecord, now: Date) => boolean) =>
    jobs.filter((job) => those(job, noon)).map(({ job_id }) => job_id);
  const [late, atRisk] = [ids(isNewlyLate), ids(isNewlyAtRisk)];
  expect(Math.min(late.length, atRisk.length)).toBeGreaterThan(5);
  expect((await told('sla.breached')).toSorted()).toEqual(late.toSorted());
  expect((await told('sla.at_risk')).toSorted()).toEqual(atRisk.toSorted());
});

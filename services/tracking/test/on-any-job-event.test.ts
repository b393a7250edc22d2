import { newTenant } from '@svc/kit/testing/service-test';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TrackedJobRecord } from '../src/domain/tracked-job.ts';
import { newAssignment, trackingTest } from './app.ts';
import { countHandled, emitJobEvent, heardAll, jobSnapshot } from './job-events.ts';
import { at, clinic, laboratory } from './tracked-job.ts';

let assignment: Awaited<ReturnType<typeof newAssignment>>;
const app = trackingTest();
beforeEach(async () => {
  app.clock.set('2026-11-02T08:00:00.000Z');
  assignment = await newAssignment(app);
});

type Telling = Parameters<typeof emitJobEvent>[1];
const say = (type: Telling['type'], fields: Partial<Telling> = {}) =>
  emitJobEvent(app, {
    tenant: app.tenant,
    job_id: `job_${app.tenant}`,
    type,
    ...fields,
    job: { assignment, ...fields.job },
  });
const kept = async (jobId = `job_${app.tenant}`): Promise<TrackedJobRecord | undefined> => {
  const rows = await app.sql('select * from tracking.tracked_job where job_id = $1', [jobId]);
  return rows[0];
};
const lastPosition = async () => {
  const { data } = await app.as(`of-${app.tenant}`).listVehicles({});
  return data[0]?.last_position;
};
const breaches = async () => (await app.outbox()).filter((event) => event.tenant_id === app.tenant);
const delivered = (delivered_at: string) =>
  say('delivery.completed', { job: { status: 'delivered', delivered_at } });

describe('an event of a job', () => {
  it('moves the tracked job to the next status', async () => {
    await say('job.created', { job: { assignment: null } });
    await say('job.assigned', { job: { status: 'assigned' } });
    expect(await kept()).toMatchObject({ status: 'assigned', vehicle_id: assignment.vehicle_id });
    await say('job.updated', {
      job: { status: 'assigned', sla_due: '2026-11-02T09:00:00.000Z' },
    });
    expect(await kept()).toMatchObject({ sla_due: at('09:00') });
    await say('pickup.completed', {
      job: { status: 'collected' },
      at: '2026-11-02T08:00:00.000Z',
    });
    expect(await kept()).toMatchObject({ status: 'collected', collected_at: at('08:00') });
    await say('job.cancelled', { job: { status: 'cancelled' } });
    expect(await kept()).toMatchObject({ ended_at: at('08:00'), arrives_at: null });
  });

  it('updates the position of the vehicle unless a newer one is known', async () => {
    const on = { job: { status: 'in_transit' as const } };
    expect(await lastPosition()).toBeNull();
    await say('driver.en_route', { ...on, at: '2026-11-02T08:10:00.000Z', position: clinic });
    expect(await lastPosition()).toEqual(clinic);
    await say('custody.scanned', {
      ...on,
      at: '2026-11-02T08:30:00.000Z',
      position: laboratory,
      onlyCustody: true,
    });
    await say('custody.scanned', { ...on, at: '2026-11-02T08:20:00.000Z', position: clinic });
    await say('job.updated', on);
    expect(await lastPosition()).toEqual(laboratory);
    expect(await kept()).toMatchObject({ last_position: laboratory, last_seen_at: at('08:30') });
  });

  it('updates the other jobs in the vehicle, of any tenant', async () => {
    const start = '2026-11-02T08:00:00.000Z';
    const on = { job: { status: 'collected' as const }, at: start };
    const [other, over] = [newTenant(), newTenant()];
    await say('pickup.completed', { ...on, tenant: other, job_id: `job_${other}` });
    await say('delivery.completed', {
      tenant: over,
      job_id: `job_${over}`,
      job: { status: 'delivered', delivered_at: start },
    });
    await say('pickup.completed', on);
    await say('custody.scanned', { ...on, at: '2026-11-02T09:00:00.000Z', position: laboratory });
    expect(await kept(`job_${other}`)).toMatchObject({ arrives_at: at('09:00'), tenant_id: other });
    expect(await kept(`job_${over}`)).toMatchObject({ arrives_at: null, ended_at: at('08:00') });
  });

  it('does not deadlock with one of another job in the same vehicle', async () => {
    const jobs = Array.from({ length: 4 }, () => newTenant());
    const before = await countHandled(app);
    const place = (n: number) => ({ lat: -26 - n / 1000, lng: 28 });
    const scans = Array.from({ length: 40 }, (_, n) =>
      app.clients(jobs[n % 4] ?? '').jobs.emit([
        {
          type: 'custody.scanned',
          job_id: `job_${jobs[n % 4]}`,
          data: {},
          internals: {
            job: { ...jobSnapshot, status: 'collected', assignment },
            custody: null,
            occurred: {
              at: new Date(at('08:00').getTime() + n * 1000).toISOString(),
              position: place(n),
            },
          },
        },
      ]),
    );
    await Promise.all(scans);
    await heardAll(app, before + scans.length);
    expect(await lastPosition()).toEqual(place(39));
    const arrivals = await Promise.all(
      jobs.map(async (job) => (await kept(`job_${job}`))?.arrives_at),
    );
    expect(new Set(arrivals.map(Number)).size).toBe(1);
  });
});

describe('sla.breached', () => {
  it('is emitted once for a job that was delivered late', async () => {
    await delivered('2026-11-02T12:30:00.000Z');
    await say('incident.reported', {
      job: { status: 'delivered', delivered_at: '2026-11-02T12:30:00.000Z' },
    });
    expect(await breaches()).toMatchObject([
      {
        type: 'sla.breached',
        tenant_id: app.tenant,
        job_id: `job_${app.tenant}`,
        sequence: 1,
        data: {
          job_id: `job_${app.tenant}`,
          ref: 'SVC-0123ABCD',
          sla_due: '2026-11-02T12:00:00.000Z',
          minutes_late: 30,
        },
      },
    ]);
  });

  it('is not emitted again after the watch has emitted it', async () => {
    await say('job.created');
    app.clock.set('2026-11-02T12:01:00.000Z');
    await app.runSchedule('watch-sla');
    await delivered('2026-11-02T12:30:00.000Z');
    expect(await breaches()).toMatchObject([{ type: 'sla.breached', data: { minutes_late: 1 } }]);
  });
});

import { until } from '@svc/devnet';
import { beforeEach, describe, expect, it } from 'vitest';
import { newAssignment, png, trackingTest } from './app.ts';
import { emitJobEvent } from './job-events.ts';
import { shown } from './neighbours.ts';
import { clinic } from './tracked-job.ts';
import { view } from './view.ts';

let assignment: Awaited<ReturnType<typeof newAssignment>>;
const app = trackingTest();
beforeEach(async () => {
  app.clock.set('2026-11-02T08:00:00.000Z');
  assignment = await newAssignment(app);
});

const ref = () => `SVC-${app.tenant.toUpperCase()}`;
const show = (change: Parameters<typeof view>[0] = {}) =>
  shown.set(ref(), view({ ref: ref(), tenant_id: app.tenant, id: `job_${app.tenant}`, ...change }));
const track = () => app.as().track({ ref: ref() });
const byToken = () => app.as('').trackByToken({ token: ref().toLowerCase() });
const collect = (fields: Partial<Parameters<typeof emitJobEvent>[1]> = {}) =>
  emitJobEvent(app, {
    tenant: app.tenant,
    job_id: `job_${app.tenant}`,
    type: 'pickup.completed',
    job: { status: 'collected', assignment },
    at: '2026-11-02T08:00:00.000Z',
    position: clinic,
    ...fields,
  });

const desk = (change: Parameters<typeof view>[0]) =>
  app.as('ten_carrier').deskTracking({
    job: view({ ref: ref(), tenant_id: app.tenant, id: `job_${app.tenant}`, ...change }),
  });

it('deskTracking returns last position, arrival and lateness for any tenant', async () => {
  expect(await desk({})).toMatchObject({ last_position: null, sla_status: 'on_time' });
  await collect();
  const seen = await until(
    async () => {
      const { last_position } = await desk({ status: 'collected', assignment });
      return last_position ?? undefined;
    },
    { timeoutMs: 60_000, what: 'the position of the collection' },
  );
  expect(seen).toEqual({ ...clinic, at: '2026-11-02T08:00:00.000Z' });
  app.clock.set('2026-11-02T13:00:00.000Z');
  expect(await desk({ status: 'collected', assignment })).toMatchObject({
    sla_status: 'overdue',
    minutes_late: 60,
    temperature: null,
  });
});

describe('track', () => {
  it('returns the position of the vehicle and the time from there', async () => {
    show({ status: 'collected', assignment });
    await collect();
    app.clock.set('2026-11-02T08:05:00.000Z');
    expect(await track()).toMatchObject({
      eta_minutes: 17,
      vehicle: { last_position: clinic },
    });
  });

  it("returns a driver's photo behind a link that opens", async () => {
    await app.files().put(`photo/${app.tenant}`, png, 'image/png');
    await app.as(`of-${app.tenant}`).putDriverPhoto({
      id: assignment.driver_id,
      storage_key: `photo/${app.tenant}`,
      media_type: 'image/png',
    });
    show({ status: 'assigned', assignment });
    const url = (await track()).driver?.photo_url ?? '';
    const base = 'https://svc.example/files/photo/';
    expect(url.slice(0, base.length)).toBe(base);
    expect(await app.as('').photoByLink({ link: url.slice(base.length) })).toEqual({
      storage_key: expect.stringMatching(`^driver-photos/${assignment.driver_id}/[0-9a-f]{64}$`),
      media_type: 'image/png',
    });
  });

  it('does not follow the vehicle beyond the end of the job', async () => {
    await collect();
    await emitJobEvent(app, {
      tenant: app.tenant,
      job_id: `job_${app.tenant}`,
      type: 'delivery.completed',
      job: { status: 'delivered', assignment, delivered_at: '2026-11-02T08:20:00.000Z' },
    });
    const elsewhere = { lat: -26, lng: 28 };
    await collect({ job_id: 'job_other', at: '2026-11-02T09:00:00.000Z', position: elsewhere });
    show({ status: 'delivered', assignment });
    expect(await track()).toMatchObject({
      eta_minutes: 0,
      driver: { first_name: 'Thandi', photo_url: null },
      vehicle: { last_position: clinic },
    });
  });
});

it('trackByToken returns reference and no crew to every holder of the link', async () => {
  show({ status: 'collected', assignment });
  await collect();
  const record = await byToken();
  expect(record).toMatchObject({
    status: 'collected',
    service: 'Specimens',
    pickup: { name: 'Clinic North', position: clinic },
    vehicle: { last_position: clinic },
    eta_minutes: 22,
  });
  expect(JSON.stringify(record)).not.toMatch(/Mokoena|drv_|veh_/);
});

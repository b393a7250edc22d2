import { jobs, movedJob } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booking, type JobsApp, newTenant, startJobs } from './app.ts';
import { carrier, carrierOf } from './carrier.ts';

let app: JobsApp;
let tenant: string;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(() => {
  tenant = newTenant();
});

const road = () => carrierOf(app);
const booked = () => app.clients(tenant).jobs.book(booking());
const assign = (input: unknown, request?: string) =>
  app.call([jobs, 'assign'], input, {
    tenant: carrier,
    ...(request && { request, fingerprint: 'same' }),
  });
const crew = { driver_id: 'drv_1', vehicle_id: 'veh_1' };

describe('assign answers', () => {
  it('the job with driver and vehicle, whatever its tenant', async () => {
    const { id, ref } = await booked();
    const job = await road().assign(ref);
    expect(movedJob.strict().parse(job)).toEqual(job);
    expect(job).toMatchObject({
      id,
      status: 'assigned',
      tenant: { id: tenant },
      ...crew,
      webhook_events: ['job.assigned'],
    });
    expect(await app.clients(tenant).jobs.get({ id })).toMatchObject({
      status: 'assigned',
      custody_events: 2,
    });
  });

  it('the job with another driver when it is asked again', async () => {
    const { id } = await booked();
    await road().assign(id);
    const job = await road().assign(id, 'drv_2', 'veh_2');
    expect(job).toMatchObject({ status: 'assigned', driver_id: 'drv_2', vehicle_id: 'veh_2' });
    const { events } = await app.clients(tenant).jobs.track({ ref: id });
    expect(events.map(({ note }) => note)).toEqual([
      'Booked',
      'Driver assigned',
      'Another driver assigned',
    ]);
  });

  it('the same to a repeated request, and assigns once', async () => {
    const { id } = await booked();
    const first = await assign({ id, ...crew }, `assign-${id}`);
    expect(await assign({ id, ...crew }, `assign-${id}`)).toEqual({ ...first, replayed: true });
    expect(await road().events(id)).toHaveLength(2);
  });
});

describe('assign emits', () => {
  it("job.assigned to the job's tenant, with whole internals", async () => {
    const { id, ref } = await booked();
    await road().assign(id);
    expect((await road().events(id)).at(-1)).toMatchObject({
      type: 'job.assigned',
      tenant_id: tenant,
      sequence: 2,
      data: {
        job_id: id,
        ref,
        driver: { first_name: 'Thandi' },
        vehicle: { registration: 'CA 123-456' },
        eta_pickup_minutes: 30,
      },
      internals: {
        job: { status: 'assigned', assignment: crew },
        custody: { type: 'assigned', by: 'desk:cli_test', details: crew },
      },
    });
  });
});

describe('assign refuses', () => {
  it('with job_changed who decided on an earlier version, and says what changed', async () => {
    const { id, ref } = await booked();
    const first = await assign({ id, ...crew, version: 1, by: 'Lerato M' });
    expect(first).toMatchObject({ ok: { version: 2 } });
    expect(await assign({ id, ...crew, driver_id: 'drv_2', version: 1 })).toMatchObject({
      refused: {
        code: 'job_changed',
        detail: `Job ${ref} was assigned to Thandi with CA 123-456, by Lerato M at 2026-11-02T08:00:00.000Z.`,
      },
    });
    expect(await road().desk().getForDesk({ id })).toMatchObject({
      ...{ driver_id: 'drv_1', version: 2 },
      undo: { at: '2026-11-02T08:00:00.000Z', by: 'Lerato M' },
    });
  });

  it.each([
    ['a milestone', 'reachMilestone', { type: 'depart' }],
    ['a change of the desk', 'updateForDesk', { note: 'Ring' }],
    ['a cancellation of the desk', 'cancelForDesk', { reason: 'Asked for' }],
  ] as const)('%s of an earlier version, with what changed', async (_name, action, input) => {
    const { id, ref } = await booked();
    await assign({ id, ...crew, by: 'Lerato M' });
    const reply = await app.call([jobs, action], { id, version: 1, ...input }, { tenant: carrier });
    expect(reply).toMatchObject({
      refused: {
        code: 'job_changed',
        detail: `Job ${ref} was assigned to Thandi with CA 123-456, by Lerato M at 2026-11-02T08:00:00.000Z.`,
      },
    });
    expect(await road().desk().getForDesk({ id })).toMatchObject({
      status: 'assigned',
      version: 2,
    });
  });

  it.each([
    ['update', { reference: 'R-2' }],
    ['cancel', { reason: 'Not needed' }],
  ] as const)(
    'the tenant with %s of an earlier version: told that it was the desk, not who there',
    async (action, input) => {
      const { id, ref, version } = await app.clients(tenant).jobs.get({ id: (await booked()).id });
      await assign({ id, ...crew, by: 'Lerato M' });
      expect(await app.call([jobs, action], { id, version, ...input }, { tenant })).toMatchObject({
        refused: {
          code: 'job_changed',
          detail: `Job ${ref} was assigned to Thandi with CA 123-456, by the desk at 2026-11-02T08:00:00.000Z.`,
        },
      });
    },
  );

  it('a change after the note alone was changed', async () => {
    const { id, version } = await app.clients(tenant).jobs.get({ id: (await booked()).id });
    await app.clients(tenant).jobs.update({ id, version, note: 'Ring' });
    const again = await app.call([jobs, 'update'], { id, version, note: 'Knock' }, { tenant });
    expect(again).toMatchObject({
      refused: {
        code: 'job_changed',
        detail: expect.stringContaining('was updated, by the sender'),
      },
    });
    expect(await app.clients(tenant).jobs.get({ id })).toMatchObject({ note: 'Ring', version: 2 });
  });

  it('one of two who decide at the same time', async () => {
    const { id } = await booked();
    const both = ['drv_1', 'drv_2'].map((driver_id) =>
      assign({ id, ...crew, driver_id, version: 1 }),
    );
    const replies = await Promise.all(both);
    expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
    expect(replies).toContainEqual({
      refused: expect.objectContaining({ code: 'job_changed' }),
    });
  });

  it.each([
    ['unknown_driver', { driver_id: 'drv_9' }],
    ['unknown_driver', { driver_id: 'no id' }],
    ['unknown_vehicle', { vehicle_id: 'veh_9' }],
    ['unknown_vehicle', { vehicle_id: 'no id' }],
    ['job_not_found', { id: 'job_none' }],
    ['job_not_found', { id: 'SVC-00000000' }],
    ['job_not_found', { id: 'no id' }],
  ])('with %s: %o', async (code, fields) => {
    const { id } = await booked();
    expect(await assign({ id, ...crew, ...fields })).toMatchObject({ refused: { code } });
    expect((await app.clients(tenant).jobs.get({ id })).status).toBe('booked');
  });

  it.each(['en_route_pickup', 'collected', 'delivered', 'exception', 'cancelled'] as const)(
    'with invalid_transition a job that is %s',
    async (status) => {
      const { id } = await road().jobThatIs(tenant, status);
      expect(await assign({ id, ...crew })).toMatchObject({
        refused: {
          code: 'invalid_transition',
          detail: expect.stringMatching(new RegExp(`is ${status}; assign .* to assigned`)),
        },
      });
    },
  );
});

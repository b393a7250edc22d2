import { cancellationFeePercent, movedJob, percentOf, type Status } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { collect, deliver, deliveryFailed, jobsTest } from './app.ts';

const app = jobsTest();

describe('reachMilestone', () => {
  it('brings a job from assignment to delivery and returns each status', async () => {
    const { id } = await app.jobThatIs('assigned');
    const submitted: [string, string[]][] = [];
    for (const milestone of [
      { type: 'depart' },
      { type: 'arriving', eta_minutes: 5 },
      collect,
      { type: 'depart' },
      { type: 'scan', location: 'Depot', seal: 'SEAL-1' },
      { type: 'arriving', eta_minutes: 3 },
      { type: 'arriving', eta_minutes: 1 },
      deliver,
    ] as const) {
      app.clock.advanceMs(60_000);
      const { status, webhook_events } = movedJob.parse(await app.report(id, milestone));
      submitted.push([status, webhook_events]);
    }
    expect(submitted).toEqual([
      ['en_route_pickup', ['driver.en_route']],
      ['en_route_pickup', ['pickup.arriving']],
      ['collected', ['pickup.completed']],
      ['in_transit', ['job.updated']],
      ['in_transit', ['custody.scanned']],
      ['in_transit', ['delivery.arriving']],
      ['in_transit', []],
      ['delivered', ['delivery.completed']],
    ]);
    expect(await app.as().get({ id })).toMatchObject({
      status: 'delivered',
      seal: 'SEAL-1',
      delivered_at: '2026-11-02T08:08:00.000Z',
      certificate_url: `https://api.svc.example/v1/certificates/${id}`,
      custody_events: 6,
      legs: [{ departed_at: '2026-11-02T08:04:00.000Z', arrived_at: '2026-11-02T08:08:00.000Z' }],
    });
  });

  it('gives the chain of custody place, time, actor and observations', async () => {
    const { id } = await app.jobThatIs('assigned');
    await app.reportAs('drv_1', id, {
      ...collect,
      seal: ' seal-1 ',
      at: '2026-11-02T10:00:30+02:00',
      position: { lat: -26.1, lng: 28.05 },
      note: 'box 2',
    });
    const [, , { internals } = { internals: {} }] = await app.outbox(id);
    expect(internals).toMatchObject({
      job: { status: 'collected' },
      occurred: { at: '2026-11-02T08:00:30.000Z', position: { lat: -26.1, lng: 28.05 } },
      custody: {
        at: '2026-11-02T08:00:30.000Z',
        type: 'collected',
        by: 'driver:drv_1',
        note: 'box 2',
        seal: 'SEAL-1',
        position: { lat: -26.1, lng: 28.05 },
        details: { parcels_scanned: 1, temperature_dc: 41 },
      },
    });
  });
});

type Rival = (id: string) => Promise<object>;
const cancel: Rival = (id) => app.call('cancel', { id, reason: 'why' });
const assign: Rival = (id) =>
  app.callDesk('assign', { id, driver_id: 'drv_1', vehicle_id: 'veh_1' });
const collects: Rival = (id) => app.reportAs('drv_1', id, collect);
const delivers: Rival = (id) => app.reportAs('drv_1', id, deliver);
const fails: Rival = (id) => app.reportAs('drv_1', id, deliveryFailed);

const race = async (from: Status, rivals: readonly Rival[]) => {
  const { id } = await app.jobThatIs(from);
  const replies = await Promise.all(rivals.map((rival) => rival(id)));
  const { status } = await app.as().get({ id });
  const rows = await app.sql(
    `select status, sum(jobs)::int as n from jobs.job_count
      where tenant_id = $1 and site_id = '' group by status having sum(jobs) <> 0`,
    [app.tenant],
  );
  return { id, replies, status, tallied: rows };
};
const won = (reply: object | undefined) => reply !== undefined && 'ok' in reply;

it.each(Array.from({ length: 6 }, (_, n) => n))(
  'one of a concurrent cancellation and collection succeeds',
  async (n) => {
    const rivals = n % 2 ? [cancel, collects] : [collects, cancel];
    const { replies, status, tallied } = await race('assigned', rivals);
    expect(replies.filter(won)).toHaveLength(1);
    expect(['cancelled', 'collected']).toContain(status);
    expect(tallied).toEqual([{ status, n: 1 }]);
  },
);

it.each(Array.from({ length: 6 }, (_, n) => n))(
  'a cancellation concurrent with an assignment succeeds, with or without a fee',
  async (n) => {
    const rivals = n % 2 ? [assign, cancel] : [cancel, assign];
    const { id, replies, status } = await race('booked', rivals);
    const [assignment, cancellation] = n % 2 ? replies : replies.toReversed();
    expect(won(cancellation)).toBe(true);
    expect(status).toBe('cancelled');
    const emitted = (await app.outbox(id)).map(({ type }) => type);
    const expected = won(assignment) ? ['job.assigned', 'job.cancelled'] : ['job.cancelled'];
    expect(emitted).toEqual(['job.created', ...expected]);
    expect(cancellation).toMatchObject({
      ok: {
        cancellation: {
          fee_cents: won(assignment) ? percentOf(18_501, cancellationFeePercent) : 0,
        },
      },
    });
  },
);

it('one of 15 concurrent deliveries succeeds, with one fact in the chain', async () => {
  const { id, replies, status } = await race(
    'in_transit',
    Array.from({ length: 15 }, () => delivers),
  );
  expect(replies.filter(won)).toHaveLength(1);
  expect(status).toBe('delivered');
  const emitted = (await app.outbox(id)).filter(({ type }) => type === 'delivery.completed');
  expect(emitted).toHaveLength(1);
});

it('one of eight concurrent failed hand-overs books a return', async () => {
  const { replies, status, tallied } = await race('in_transit', [
    ...Array.from({ length: 8 }, () => fails),
    delivers,
  ]);
  expect(replies.filter(won)).toHaveLength(1);
  const rows = await app.sql('select count(*)::int as n from jobs.job where tenant_id = $1', [
    app.tenant,
  ]);
  expect(rows).toEqual([{ n: status === 'exception' ? 2 : 1 }]);
  expect(tallied).toHaveLength(status === 'exception' ? 2 : 1);
});

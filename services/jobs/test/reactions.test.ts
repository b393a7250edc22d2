import { describe, expect, it } from 'vitest';
import { collect, deliver, jobsTest } from './app.ts';

const app = jobsTest();

async function enter(id: string, stage: 'pickup' | 'dropoff', at = '2026-11-02T07:59:00.000Z') {
  const { ref } = await app.as().get({ id });
  const data = { job_id: id, ref, stage, at, eta_minutes: 1 };
  const entry = { type: 'geofence.entered' as const, job_id: id, data, internals: {} };
  await app.deliver('tracking', [entry]);
}

describe('a vehicle that enters a geofence', () => {
  it('emits pickup.arriving once, with the minutes that are left', async () => {
    const { id, ref } = await app.jobThatIs('en_route_pickup');
    await enter(id, 'pickup');
    await enter(id, 'pickup');
    expect((await app.typesOf(id)).filter((type) => type === 'pickup.arriving')).toHaveLength(1);
    expect((await app.outbox(id)).at(-1)).toMatchObject({
      type: 'pickup.arriving',
      tenant_id: app.tenant,
      data: { job_id: id, ref, eta_minutes: 1, driver: { first_name: expect.any(String) } },
    });
    const { events } = await app.as().track({ ref });
    expect(events.at(-1)?.type).toBe('arriving_pickup');
  });

  it.each([
    ['assigned', 'pickup'],
    ['collected', 'pickup'],
    ['collected', 'dropoff'],
    ['delivered', 'dropoff'],
  ] as const)('emits nothing for a job that is %s (%s)', async (status, stage) => {
    const { id } = await app.jobThatIs(status);
    const before = await app.typesOf(id);
    await enter(id, stage);
    expect(await app.typesOf(id)).toEqual(before);
  });

  it('does not block a milestone that is reported late', async () => {
    const { id } = await app.jobThatIs('en_route_pickup');
    app.clock.advanceMs(600_000);
    await enter(id, 'pickup', '2026-11-02T08:09:00.000Z');
    const late = { ...collect, at: '2026-11-02T08:08:30.000Z' };
    expect(await app.report(id, late)).toMatchObject({ status: 'collected' });
  });
});

async function exceed(id: string, at: string) {
  const { ref } = await app.as().get({ id });
  const data = {
    ...{ job_id: id, ref, range_c: [2, 8] as [number, number], min_c: 9.1, max_c: 11.4 },
    ...{ minutes_out_of_range: 7, action: 'hold_and_call' as const, device_id: 'probe-1' },
    started_at: '2026-11-02T08:00:00.000Z',
  };
  const internals = { at, position: null };
  await app.deliver('tracking', [{ type: 'temperature.excursion', job_id: id, data, internals }]);
}

describe('a temperature excursion', () => {
  it('enters the timeline as a custody event, without a temperature or an event of jobs', async () => {
    const { id, ref } = await app.jobThatIs('in_transit');
    const { custody_events } = await app.as().get({ id });
    const emitted = await app.outbox(id);
    await exceed(id, '2026-11-02T08:07:00.000Z');
    expect(await app.outbox(id)).toEqual(emitted);
    const { events } = await app.as().track({ ref });
    expect(events.at(-1)).toEqual({
      at: '2026-11-02T08:07:00.000Z',
      type: 'temperature_excursion',
      note: 'Temperature out of range for 7 minutes',
      seal: null,
    });
    expect((await app.as().get({ id })).custody_events).toBe(custody_events + 1);
  });

  it('enters the timeline by its time when decided after the hand-over', async () => {
    const { id, ref } = await app.jobThatIs('in_transit');
    app.clock.set('2026-11-02T08:10:00.000Z');
    await app.report(id, deliver);
    await exceed(id, '2026-11-02T08:07:00.000Z');
    const { events, status } = await app.as().track({ ref });
    expect(status).toBe('delivered');
    expect(events.map(({ type }) => type).slice(-2)).toEqual([
      'temperature_excursion',
      'delivered',
    ]);
  });

  it('does not block a milestone that is reported late', async () => {
    const { id } = await app.jobThatIs('en_route_pickup');
    await app.report(id, collect);
    app.clock.set('2026-11-02T08:10:00.000Z');
    await exceed(id, '2026-11-02T08:09:00.000Z');
    const late = { ...deliver, at: '2026-11-02T08:08:30.000Z' };
    expect(await app.report(id, late)).toMatchObject({ status: 'delivered' });
  });
});

it('a completed reception enters the timeline and counts as a custody event', async () => {
  const { id, ref } = await app.jobThatIs('in_transit');
  app.clock.set('2026-11-02T08:10:00.000Z');
  await app.report(id, deliver);
  const { custody_events } = await app.as().get({ id });
  const before = await app.outbox(id);
  const data = {
    ...{ job_id: id, received_at: '2026-11-02T08:20:00.000Z', received_by: 'usr_1' },
    ...{ accepted: 1, rejected: 0 },
    specimens: [{ barcode: 'S-0001', verdict: 'accepted' as const, reason: null }],
  };
  await app.deliver('partner', [{ type: 'reception.completed', job_id: id, data, internals: {} }]);
  expect((await app.as().get({ id })).custody_events).toBe(custody_events + 1);
  const { events, status } = await app.as().track({ ref });
  expect(status).toBe('delivered');
  expect(events.at(-1)).toEqual({
    ...{ at: '2026-11-02T08:20:00.000Z', type: 'scanned', seal: null },
    note: 'Specimens received by the laboratory',
  });
  expect(JSON.stringify(events)).not.toContain('S-0001');
  expect(await app.outbox(id), 'nothing is emitted').toEqual(before);
});

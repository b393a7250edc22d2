import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JobsApp, newTenant, startJobs } from './app.ts';
import { carrierOf, collect, deliver } from './carrier.ts';

let app: JobsApp;
let tenant: string;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(() => {
  app.clock.set('2026-11-02T08:00:00.000Z');
  tenant = newTenant();
});

const road = () => carrierOf(app);
const own = () => app.clients(tenant);

/** Resolves when jobs has handled it. */
async function exceed(id: string, at: string, minutes_out_of_range = 7) {
  const { ref } = await own().jobs.get({ id });
  const excursion = {
    job_id: id,
    ref,
    range_c: [2, 8] as [number, number],
    min_c: 9.1,
    max_c: 11.4,
    minutes_out_of_range,
    action: 'hold_and_call' as const,
    device_id: 'probe-1',
    started_at: '2026-11-02T08:00:00.000Z',
  };
  const internals = { at, position: null };
  await app
    .clients(tenant)
    .tracking.emit([{ type: 'temperature.excursion', job_id: id, data: excursion, internals }]);
  const [emitted] = (await app.outbox('tracking')).toReversed();
  await app.handled('jobs-tracking', emitted);
}

describe('an excursion that sensors have shown', () => {
  it('stands in the timeline, without a temperature, and counts as a custody event', async () => {
    const { id, ref } = await road().jobThatIs(tenant, 'in_transit');
    const { custody_events } = await own().jobs.get({ id });
    await exceed(id, '2026-11-02T08:07:00.000Z');
    const { events } = await own().jobs.track({ ref });
    expect(events.at(-1)).toEqual({
      at: '2026-11-02T08:07:00.000Z',
      type: 'temperature_excursion',
      note: 'Temperature out of range for 7 minutes',
      seal: null,
    });
    expect((await own().jobs.get({ id })).custody_events).toBe(custody_events + 1);
  });

  it('emits nothing, for tracking and custody have told of it', async () => {
    const { id } = await road().jobThatIs(tenant, 'in_transit');
    const before = await road().events(id);
    await exceed(id, '2026-11-02T08:07:00.000Z');
    expect(await road().events(id)).toEqual(before);
  });

  it('that is decided after the hand-over stands where it belongs in time', async () => {
    const { id, ref } = await road().jobThatIs(tenant, 'in_transit');
    app.clock.set('2026-11-02T08:10:00.000Z');
    await road().report(id, deliver);
    await exceed(id, '2026-11-02T08:07:00.000Z');
    const { events, status } = await own().jobs.track({ ref });
    expect(status).toBe('delivered');
    expect(events.map(({ type }) => type).slice(-2)).toEqual([
      'temperature_excursion',
      'delivered',
    ]);
  });

  it('does not stand in the way of a milestone that is reported late', async () => {
    const { id } = await road().jobThatIs(tenant, 'en_route_pickup');
    await road().report(id, collect);
    app.clock.set('2026-11-02T08:10:00.000Z');
    await exceed(id, '2026-11-02T08:09:00.000Z');
    const late = { ...deliver, at: '2026-11-02T08:08:30.000Z' };
    expect(await road().report(id, late)).toMatchObject({ status: 'delivered' });
  });
});

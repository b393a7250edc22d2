import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, newTenant, startTracking } from './app.ts';
import { asked } from './neighbours.ts';
import { batchOf, newFleet, waitForFlush } from './telemetry-provider.ts';

let app: App;
let carrier: string;
beforeAll(async () => {
  app = await startTracking();
});
afterAll(() => app.stop());
beforeEach(() => {
  carrier = newTenant();
  app.clock.set('2026-11-02T09:00:00.000Z');
});
const own = (tenant = carrier) => app.clients(tenant).tracking;

describe('a provider', () => {
  it('gets a client for telemetry:write alone, and a secret that is kept sealed', async () => {
    const made = await own().createTelemetryProvider({ name: 'Trackers' });
    const nth = asked.length;
    expect(made).toMatchObject({ client_id: `cli_${nth}`, client_secret: `secret ${nth}` });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const wanted = { name: 'Telemetry Trackers', scopes: ['telemetry:write'] };
    expect(asked.at(-1)).toEqual({ tenant: carrier, made: wanted });
    const { rows } = await app.owner.query('select * from tracking.telemetry_provider');
    expect(JSON.stringify(rows)).not.toContain(made.secret.slice(6));
  });

  it('is listed without its secrets, to its carrier alone, newest first', async () => {
    const first = await own().createTelemetryProvider({ name: 'One' });
    app.clock.advanceMs(1);
    const second = await own().createTelemetryProvider({ name: 'Two' });
    const { data } = await own().listTelemetryProviders({ limit: 1 });
    const { secret: _s, client_secret: _c, ...shown } = second;
    expect(data).toEqual([shown]);
    const next = await own().listTelemetryProviders({ starting_after: second.id });
    expect(next).toMatchObject({ data: [{ id: first.id }], has_more: false });
    expect((await own(newTenant()).listTelemetryProviders({})).data).toEqual([]);
  });

  it('of another carrier, or of nobody, has no secret to rotate', async () => {
    const { id } = await own().createTelemetryProvider({ name: 'One' });
    for (const [tenant, wanted] of [
      [newTenant(), id],
      [carrier, 'tp_none'],
      [carrier, 'no id'],
    ] as const) {
      await expect(own(tenant).rotateTelemetrySecret({ id: wanted })).rejects.toMatchObject({
        code: 'provider_not_found',
      });
    }
  });
});

describe('a device', () => {
  it('keeps its id when it moves, and leaves behind where it was seen', async () => {
    const { vehicle, post } = await newFleet(app, carrier);
    const at = '2026-11-02T08:59:30Z';
    const seen = { device_id: 'TR-1', at, position: { lat: -26, lng: 28 } };
    await post([{ ...seen, seq: 1 }]);
    await waitForFlush(app);
    const [before] = (await own().listDevices({})).data;
    expect(before).toMatchObject({ device_id: 'TR-1', vehicle_id: vehicle.id });
    const other = await own().createVehicle({ registration: 'GP 7' });
    const moved = await own().createDevice({ device_id: 'TR-1', vehicle_id: other.id });
    expect(moved).toEqual({ ...before, vehicle_id: other.id, last_reading_at: null });
    const placeOf = async (id: string) =>
      (await own().listVehicles({})).data.find((each) => each.id === id)?.last_position;
    expect([await placeOf(vehicle.id), await placeOf(other.id)]).toEqual([null, null]);
    expect(batchOf(await post([{ ...seen, seq: 1 }])).duplicates).toBe(1);
    await post([{ ...seen, seq: 2 }]);
    await waitForFlush(app);
    expect(await placeOf(other.id)).toEqual({ lat: -26, lng: 28 });
  });

  it.each(['veh_none', 'no id'])('is refused with unknown_vehicle in %s', async (vehicle_id) => {
    await expect(own().createDevice({ device_id: 'TR-1', vehicle_id })).rejects.toMatchObject({
      code: 'unknown_vehicle',
    });
  });

  it("is refused with unknown_vehicle in another carrier's", async () => {
    const { vehicle } = await newFleet(app, newTenant());
    await expect(
      own().createDevice({ device_id: 'TR-1', vehicle_id: vehicle.id }),
    ).rejects.toMatchObject({ code: 'unknown_vehicle' });
  });
});

describe('the days of readings', () => {
  const days = async () => {
    const { rows } = await app.owner.query<{ day: string }>(
      `select right(inhrelid::regclass::text, 8) as day from pg_inherits
        where inhparent = 'tracking.reading_chunk'::regclass order by 1`,
    );
    return rows.map(({ day }) => day);
  };
  const keep = () => app.runSchedule('tracking', 'maintain-reading-partitions');

  it('are made ahead, made for what comes late, and dropped when they are old enough', async () => {
    await keep();
    expect(await days()).toEqual(expect.arrayContaining(['20261102', '20261105']));
    const { post } = await newFleet(app, carrier);
    const late = { device_id: 'TR-1', seq: 1, temperature_c: 4 };
    expect(batchOf(await post([{ ...late, at: '2026-08-05T00:00:00Z' }])).accepted).toBe(1);
    await waitForFlush(app);
    await keep();
    expect(await days()).toContain('20260805');
    app.clock.set('2026-11-04T00:00:00.000Z');
    await Promise.all([keep(), keep()]);
    expect((await days())[0]).toBe('20261102');
  });
});

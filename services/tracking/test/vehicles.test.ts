import type { Envelope, FleetStatus } from '@svc/contracts';
import { idsByPage, newTenant, refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { newCrew, trackingTest } from './app.ts';
import { jobSnapshot } from './job-events.ts';
import { newFleet } from './telemetry-provider.ts';

const app = trackingTest();

const asked = () => app.as();
const create = (registration: string, tenant = app.tenant) =>
  app.call('createVehicle', { registration }, { tenant });

describe('createVehicle', () => {
  it('returns the vehicle with its registration in capitals', async () => {
    const documents = [{ document: 'roadworthiness', expires_on: '2027-01-31' }];
    const made = await asked().createVehicle({ registration: ' ca 123-456 ', documents });
    expect(made).toEqual({
      object: 'vehicle',
      id: expect.stringMatching(/^veh_/),
      registration: 'CA 123-456',
      ...{ documents, status: 'active', base: null, capacity: [], hub_site_id: null },
      last_position: null,
      created_at: '2026-11-02T08:00:00.000Z',
    });
    expect((await asked().listVehicles({})).data).toEqual([made]);
  });

  it.each(['CA 123-456', 'ca 123-456', 'CA123456', 'CA-123 456'])(
    'refuses with registration_taken %s beside CA 123-456',
    async (registration) => {
      await asked().createVehicle({ registration: 'CA 123-456' });
      expect(await create(registration)).toEqual(refused('registration_taken'));
      expect((await asked().listVehicles({})).data).toHaveLength(1);
    },
  );

  it('creates one of many concurrent vehicles with the same registration', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => create('CA 7')));
    expect(replies.filter((reply) => 'ok' in reply)).toHaveLength(1);
    expect(replies.filter((reply) => 'refused' in reply)).toHaveLength(9);
  });
});

describe('updateVehicle', () => {
  it('corrects what is sent, for readings that name the plate too', async () => {
    const { vehicle, post } = await newFleet(app, app.tenant);
    const reading = { device_id: 'TR-1', at: at(10), position: place };
    await post([{ ...reading, seq: 1 }]);
    const base = { name: 'Depot', position: place };
    const capacity = [{ temperature_class: '2-8C' as const, parcels: 12 }];
    const change = { registration: ' gp 9 ', base, capacity };
    const changed = await asked().updateVehicle({ id: vehicle.id, ...change });
    expect(changed).toMatchObject({ ...change, registration: 'GP 9', last_position: place });
    expect(await asked().getVehicle({ id: vehicle.id })).toEqual(changed);
    const named = await post([{ ...reading, seq: 2, at: at(20), vehicle: 'GP 9' }]);
    expect(named).toMatchObject({ ok: { accepted: 1 } });
    const kept = await asked().updateVehicle({ id: vehicle.id, base: null });
    expect(kept).toEqual({ ...changed, base: null });
  });

  it('keeps its own registration and refuses that of another, also of a retired one', async () => {
    const { id } = await asked().createVehicle({ registration: 'CA 1' });
    const other = await asked().createVehicle({ registration: 'CA 2' });
    await asked().updateVehicle({ id: other.id, status: 'retired' });
    expect(await asked().updateVehicle({ id, registration: 'CA-1' })).toMatchObject({
      registration: 'CA-1',
    });
    expect(await app.call('updateVehicle', { id, registration: 'ca2' })).toEqual(
      refused('registration_taken'),
    );
  });

  it('retires a vehicle, which leaves the map and stays readable, and brings it back', async () => {
    const { id } = await asked().createVehicle({ registration: 'CA 3' });
    const update = (status: FleetStatus) => asked().updateVehicle({ id, status });
    const idsOf = async (status?: FleetStatus) =>
      (await asked().listVehicles({ status })).data.map((each) => each.id);
    const onMap = async () => (await asked().listVehiclePositions({})).data.map((each) => each.id);
    expect(await update('retired')).toMatchObject({ id, status: 'retired' });
    expect([await idsOf(), await idsOf('active'), await idsOf('retired')]).toEqual([
      [id],
      [],
      [id],
    ]);
    expect(await onMap()).toEqual([]);
    expect(await update('active')).toMatchObject({ status: 'active' });
    expect([await idsOf('active'), await onMap()]).toEqual([[id], [id]]);
  });

  it.each([
    ['0,0', { lat: 0, lng: 0 }],
    ['exchanged axes', { lat: 28.0473, lng: -26.2041 }],
  ])('refuses a base at %s with invalid_position', async (_, position) => {
    const base = { name: 'Depot', position };
    const fault = refused('invalid_position', { path: ['base', 'position'] });
    const { id } = await asked().createVehicle({ registration: 'CA 4' });
    expect(await app.call('updateVehicle', { id, base })).toMatchObject(fault);
    expect(await app.call('createVehicle', { registration: 'CA 5', base })).toMatchObject(fault);
  });
});

const place = { lat: -26.2041, lng: 28.0473 };
const at = (second: number) => `2026-11-02T07:59:${String(second).padStart(2, '0')}.000Z`;

it('listVehiclePositions returns newest position and temperature of the own vehicles', async () => {
  const carrier = newTenant();
  const { vehicle, post } = await newFleet(app, carrier, ['TR-1', 'P-1']);
  const own = app.as(carrier);
  app.clock.advanceMs(1);
  const unseen = await own.createVehicle({ registration: 'CA 2' });
  await app.as(newTenant()).createVehicle({ registration: 'CA 3' });
  await post([
    {
      device_id: 'TR-1',
      seq: 1,
      at: at(10),
      position: { lat: -26.2, lng: 28.04 },
      temperature_c: 9,
    },
    { device_id: 'TR-1', seq: 2, at: at(20), position: place },
    { device_id: 'P-1', seq: 1, at: at(15), temperature_c: 4.5 },
  ]);
  const { data } = await own.listVehiclePositions({});
  const nothing = { seen_at: null, temperature_c: null, measured_at: null };
  expect(data).toEqual([
    {
      id: vehicle.id,
      registration: vehicle.registration,
      last_position: place,
      seen_at: at(20),
      temperature_c: 4.5,
      measured_at: at(15),
    },
    { id: unseen.id, registration: 'CA 2', last_position: null, ...nothing },
  ]);
  const pages = await idsByPage((page) => own.listVehiclePositions(page), 1);
  expect(pages).toEqual([[vehicle.id], [unseen.id]]);
});

const rounds = 20;

it('crosswise batches of jobs in the same vehicles are handled without a deadlock', async () => {
  const crews = await Promise.all(['a', 'b', 'c', 'd'].map((each) => newCrew(app, each)));
  const vehicles = crews.map(({ vehicle }) => vehicle.id);
  /** Jobs in order of their ids, in vehicles in that order or in the opposite one. */
  const batch = (round: number, side: string, inVehicles: readonly string[]) =>
    inVehicles.map((vehicle_id, n) => milestone(`job_${side}${n}`, round, vehicle_id));
  for (let round = 1; round <= rounds; round += 1) {
    // A vehicle changes hands: the jobs of one side are in those of the other until then.
    const [left, right] =
      round % 2 === 0 ? [vehicles, vehicles.toReversed()] : [vehicles.toReversed(), vehicles];
    const taken = await Promise.all([
      app.consume('jobs', batch(round, 'left', left)),
      app.consume('jobs', batch(round, 'right', right)),
    ]);
    const outcomes = taken.flatMap((each) => [...each.values()]);
    expect(outcomes).toEqual(outcomes.map(() => 'handled'));
  }
  const rows = await app.sql(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  expect(rows[0]?.deadlocks).toBe(0);
});

it('batches leave jobs as the same events leave them one by one', async () => {
  const states: { seen: unknown[]; jobs: unknown[] }[] = [];
  for (const size of [1, 6]) {
    const { vehicle } = await newCrew(app, `size-${size}`);
    const jobs = ['a', 'b'].map((name) => `job_by_${size}_${name}`);
    const events = jobs.flatMap((job) => [1, 2, 3].map((n) => milestone(job, n, vehicle.id)));
    for (let from = 0; from < events.length; from += size) {
      await app.consume('jobs', events.slice(from, from + size));
    }
    const rows = await app.sql(
      'select to_jsonb(t) as job from tracking.tracked_job t where job_id = any($1) order by job_id',
      [jobs],
    );
    const seen = await app.sql(
      'select last_position, last_seen_at from tracking.vehicle where id = $1',
      [vehicle.id],
    );
    states.push({
      seen,
      jobs: rows.map(({ job }) => ({ ...job, job_id: '', vehicle_id: '', received_at: '' })),
    });
  }
  expect(states[0]?.jobs).toHaveLength(2);
  expect(states[1]).toEqual(states[0]);
});

function milestone(job_id: string, sequence: number, vehicle_id: string): Envelope {
  const at = new Date(Date.UTC(2026, 10, 2, 8, sequence)).toISOString();
  const assignment = {
    driver_id: 'drv_1',
    driver_first_name: 'Thandi',
    vehicle_id,
    registration: 'CA 1',
  };
  const internals = {
    job: { ...jobSnapshot, status: 'in_transit', assignment },
    custody: null,
    occurred: { at, position: { lat: -26.2, lng: 28 + sequence / 1000 } },
  };
  const type = sequence === 1 ? 'pickup.completed' : 'job.updated';
  const subject = { producer: 'jobs', type, tenant_id: 'ten_1', job_id, sequence };
  return { id: `evt_${job_id}_${sequence}`, ...subject, created_at: at, data: {}, internals };
}

import type { partner, RequestOf } from '@svc/contracts';
import { refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { partnerTest } from './app.ts';
import type { JobEvent } from './neighbours.ts';

const app = partnerTest();

const specimens = ['S-2', 'S-1'].map((barcode) => ({ barcode, container: 'tube' }));
const push = (target: object) => app.as().pushManifest({ specimens, ...target });
const emitJobEvent = (type: JobEvent['type'], job_id: string, more: Partial<JobEvent> = {}) =>
  app.emitJobEvent({ type, job_id, ...more });
const comparedOnce = (id: string) =>
  app.once('the manifest to be compared', async () => {
    const manifest = await app.as().getManifest({ id });
    return manifest.status === 'open' ? undefined : manifest;
  });
const mismatches = () => app.emitted('manifest.mismatched');

describe('a manifest', () => {
  it('has one digest for any order of its specimens', async () => {
    const one = await push({ job_id: 'job_1' });
    const other = await push({ job_id: 'job_2', specimens: specimens.toReversed() });
    expect(one.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(other.digest).toBe(one.digest);
    expect(await app.as().getManifest({ id: one.id })).toMatchObject({
      specimens: [
        { barcode: 'S-1', container: 'tube', temperature_class: 'ambient', un_number: '' },
        { barcode: 'S-2' },
      ],
    });
  });

  it('refuses an unknown field by name, and patient data by its code', async () => {
    const with1 = (field: object) => specimens.map((each) => ({ ...each, ...field }));
    const odd = { job_id: 'job_1', specimens: with1({ barcod: 'kept nowhere' }) };
    await expect(push(odd)).rejects.toMatchObject({
      issues: specimens.map((_, i) => ({
        path: ['specimens', i, 'barcod'],
        message: 'Unknown field. Did you mean barcode?',
      })),
    });
    const both = { ...odd, specimens: with1({ barcod: 'x', surname: 'x' }) };
    await expect(push(both)).rejects.toMatchObject({ code: 'patient_data_not_allowed' });
  });

  it('is compared with all others of its job, once', async () => {
    const more = [{ barcode: 'S-3', container: 'tube' }];
    const ids = [await push({ job_id: 'job_3' }), await push({ job_id: 'job_3', specimens: more })];
    await emitJobEvent('pickup.completed', 'job_3', { parcels_scanned: 2 });
    for (const { id } of ids) {
      expect(await comparedOnce(id)).toMatchObject({ status: 'mismatched', scanned_count: 2 });
    }
    expect(await mismatches()).toMatchObject([
      {
        job_id: 'job_3',
        data: { manifest_id: expect.any(String), listed: 3, scanned: 2, missing: [] },
      },
    ]);
  });

  it('pushed after the collection is compared immediately', async () => {
    await emitJobEvent('pickup.completed', 'job_4', { barcodes: ['S-1'] });
    await app.once('the scan to be known', async () => {
      const sql = 'select 1 from partner.collection where tenant_id = $1';
      return (await app.sql(sql, [app.tenant])).length === 1 ? true : undefined;
    });
    expect(await push({ job_id: 'job_4' })).toMatchObject({
      status: 'mismatched',
      scanned_count: 1,
    });
    expect(await mismatches()).toMatchObject([{ data: { missing: ['S-2'], unexpected: [] } }]);
  });
});

describe('a manifest of a route', () => {
  const plan: RequestOf<typeof partner.actions.createRoute> = {
    name: 'North',
    sku: 'LAB-ROUTE',
    days: ['tue', 'thu'],
    stops: [
      { site_id: 'cli-0', window: '10:00-10:30' },
      { site_id: 'ph-0', window: '10:00-11:00' },
    ],
    dropoff_site_id: 'lab-0',
    starts_on: '2026-11-03',
  };
  async function bookedRun() {
    const { id } = await app.as().createRoute(plan);
    await app.bookStops();
    const { runs } = await app.as().getRoute({ id });
    expect(runs.map(({ status }) => status)).toEqual(['booked', 'booked']);
    const stopIdentity = (stop: number) => {
      const run = runs.find((each) => each.stop === stop);
      return [
        run?.job_id ?? '',
        { booking_identity: `route:${id}:${run?.run_on}:${stop}` },
      ] as const;
    };
    return { id, stopIdentity };
  }

  it('is for the next run, and compared when its last stop is done', async () => {
    const { id, stopIdentity } = await bookedRun();
    const manifest = await push({ route_id: id });
    expect(manifest).toMatchObject({ route_id: id, run_on: '2026-11-03', job_id: null });
    const [first, identity] = stopIdentity(1);
    await emitJobEvent('pickup.completed', first, { ...identity, barcodes: ['S-1'] });
    await app.once('the first stop to be collected', async () => {
      const { runs } = await app.as().getRoute({ id });
      return runs.find(({ stop }) => stop === 1)?.status === 'collected' ? true : undefined;
    });
    expect((await app.as().getManifest({ id: manifest.id })).status).toBe('open');
    const [second, other] = stopIdentity(2);
    await emitJobEvent('pickup.completed', second, { ...other, barcodes: ['S-2'] });
    expect(await comparedOnce(manifest.id)).toMatchObject({ status: 'matched', scanned_count: 2 });
    app.clock.set('2026-11-03T09:30:00.000Z');
    expect((await push({ route_id: id })).run_on).toBe('2026-11-05');
  });

  it('lists as missing what a failed stop did not bring', async () => {
    const { id, stopIdentity } = await bookedRun();
    const manifest = await push({ route_id: id });
    const [first, identity] = stopIdentity(1);
    const [second, other] = stopIdentity(2);
    await emitJobEvent('pickup.completed', first, { ...identity, barcodes: ['S-1'] });
    await emitJobEvent('pickup.failed', second, other);
    expect(await comparedOnce(manifest.id)).toMatchObject({ status: 'mismatched' });
    expect(await mismatches()).toMatchObject([{ job_id: first, data: { missing: ['S-2'] } }]);
  });

  it('is refused with invalid_target where no run is to come', async () => {
    const ended = { ...plan, ends_on: '2026-11-03' };
    const { id } = await app.as().createRoute(ended);
    app.clock.set('2026-11-04T08:00:00.000Z');
    expect(await app.call('pushManifest', { specimens, route_id: id })).toEqual(
      refused('invalid_target'),
    );
  });
});

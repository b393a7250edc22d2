import { jobs, type RequestOf } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booking, counted, type JobsApp, newTenant, startJobs } from './app.ts';

let app: JobsApp;
let tenant: string;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(() => {
  tenant = newTenant();
});

type Row = RequestOf<typeof jobs.actions.bookBatch>['bookings'][number];
const row = (identity: string, fields: Partial<Row> = {}): Row => ({
  ...booking(),
  identity,
  ...fields,
});
const book = async (bookings: Row[]) =>
  (await app.clients(tenant).jobs.bookBatch({ bookings })).results;
const bookOne = async (fields: Partial<Row> = {}) => {
  const [result] = await book([row('one', fields)]);
  if (!result || result.status === 'refused') throw new Error('one was refused');
  return result;
};
const events = async () => (await app.outbox('jobs')).filter((event) => event.tenant_id === tenant);

describe('bookBatch books', () => {
  it('each booking under its identity, in the order they came in', async () => {
    const results = await book([row('b'), row('a', { quote_id: 'q_lab' })]);
    expect(results).toMatchObject([
      { identity: 'b', status: 'booked', ref: expect.stringMatching(/^SVC-/), seal: null },
      { identity: 'a', status: 'booked', tracking_url: expect.stringMatching(/\/t\/[\w-]{22}$/) },
    ]);
    expect((await events()).map(({ internals }) => internals)).toMatchObject([
      { job: { booking_identity: 'b', parcels: 1 } },
      { job: { booking_identity: 'a', parcels: 3 } },
    ]);
  });

  it('one that was booked before not again, whatever became of its quote since', async () => {
    const first = await bookOne();
    const [again] = await book([row('one', { quote_id: 'q_expired' })]);
    expect(again).toEqual({ ...first, status: 'already_booked' });
    expect(await events()).toHaveLength(1);
  });

  it('an identity that comes twice in a batch once', async () => {
    const results = await book([row('twin', { parcels: 2 }), row('twin', { parcels: 5 })]);
    expect(results.map(({ status }) => status)).toEqual(['booked', 'already_booked']);
    expect(await events()).toMatchObject([{ internals: { job: { parcels: 2 } } }]);
  });

  it('each once when ten batches with the same identities come at once', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => row(`row-${n}`));
    const batches = await Promise.all(
      Array.from({ length: 10 }, (_, n) => book(n % 2 === 0 ? rows : rows.toReversed())),
    );
    const refs = new Set(
      batches.flat().map((result) => ('ref' in result ? result.ref : result.code)),
    );
    expect(refs.size).toBe(20);
    expect(batches.flat().filter(({ status }) => status === 'booked')).toHaveLength(20);
    expect(await counted(app, tenant)).toEqual({ total: 20, rows: 20 });
    expect(await counted(app, tenant, { site: 'cli-0' })).toEqual({ total: 20, rows: 20 });
    expect(await events()).toHaveLength(20);
  });

  it('the same identity of another tenant as its own', async () => {
    const mine = await bookOne();
    tenant = newTenant();
    expect((await bookOne()).job_id).not.toBe(mine.job_id);
  });

  it('the good ones beside the refused ones, each by its own rule', async () => {
    const results = await book([
      row('good'),
      row('site', { dropoff_site_id: 'cli-99', sku: 'LAB-NOPE' }),
      row('same', { pickup_site_id: 'lab-0', dropoff_site_id: 'lab-0' }),
      row('sku', { sku: 'LAB-NOPE' }),
      row('supplies', { sku: 'SUP-BOX' }),
      row('expired', { quote_id: 'q_expired' }),
      row('no-quote', { quote_id: 'q_none' }),
    ]);
    expect(results).toMatchObject([
      { identity: 'good', status: 'booked' },
      { identity: 'site', status: 'refused', code: 'unknown_site' },
      { identity: 'same', status: 'refused', code: 'same_site' },
      { identity: 'sku', status: 'refused', code: 'unknown_sku' },
      { identity: 'supplies', status: 'refused', code: 'not_a_delivery' },
      { identity: 'expired', status: 'refused', code: 'quote_expired' },
      { identity: 'no-quote', status: 'refused', code: 'quote_not_found' },
    ]);
    expect(await counted(app, tenant)).toEqual({ total: 1, rows: 1 });
  });

  it('a refused one once its reason is gone', async () => {
    expect(await book([row('one', { sku: 'LAB-NOPE' })])).toMatchObject([{ status: 'refused' }]);
    expect((await bookOne()).status).toBe('booked');
  });

  it('a way by the distance of the sites when none is sent', async () => {
    const { job_id } = await bookOne({ km: undefined });
    expect(await app.clients(tenant).jobs.get({ id: job_id })).toMatchObject({ km: 14 });
  });
});

describe('bookBatch takes what the booking says over what is usual', () => {
  it('an SLA that counts from when the parcels are ready', async () => {
    const result = await bookOne({ starts_at: '2026-11-03T08:30:00.000Z' });
    expect(result).toMatchObject({
      starts_at: '2026-11-03T08:30:00.000Z',
      sla_due: '2026-11-03T12:30:00.000Z',
    });
  });

  it('an SLA that is said, also after STAT where that would be later', async () => {
    const { job_id } = await bookOne({
      starts_at: '2026-11-03T08:30:00.000Z',
      sla_due: '2026-11-03T09:00:00.000Z',
    });
    const stat = await app.clients(tenant).jobs.update({ id: job_id, priority: 'stat' });
    expect(stat).toMatchObject({ sku: 'LAB-STAT', sla_due: '2026-11-03T09:00:00.000Z' });
  });

  it('UN number and temperature class, which STAT does not change', async () => {
    const { job_id } = await bookOne({ un_number: 'UN1845', temperature_class: '2-8C' });
    await app.clients(tenant).jobs.update({ id: job_id, priority: 'stat' });
    expect(await app.clients(tenant).jobs.get({ id: job_id })).toMatchObject({
      sku: 'LAB-STAT',
      un_number: 'UN1845',
      temperature_range_c: { min: 2, max: 8 },
      parcel_items: [{ un_number: 'UN1845', temperature_class: '2-8C' }],
    });
  });
});

describe('a job booked with its seal', () => {
  const collect = async (seal: string) => {
    const { job_id: id } = await bookOne({ seal: 'bag-0001' });
    const { jobs } = app.clients('ten_carrier');
    await jobs.assign({ id, driver_id: 'drv_1', vehicle_id: 'veh_1' });
    return jobs.reachMilestone({
      id,
      type: 'collect',
      seal,
      parcels_scanned: 1,
      box_temperature_c: 5,
    });
  };

  it('is collected under that seal', async () => {
    expect(await collect('BAG-0001')).toMatchObject({ status: 'collected', seal: 'BAG-0001' });
  });

  it('becomes an exception under another', async () => {
    expect(await collect('BAG-0002')).toMatchObject({
      status: 'exception',
      seal: 'BAG-0001',
      webhook_events: ['seal.broken'],
    });
  });
});

describe('bookBatch with bad input', () => {
  it.each<[string, unknown[], (string | number)[]]>([
    ['no booking', [], ['bookings']],
    ['more than a hundred', Array.from({ length: 101 }, (_, n) => row(`${n}`)), ['bookings']],
    ['no identity', [row('')], ['bookings', 0, 'identity']],
    ['neither quote nor SKU', [row('a'), { ...row('b'), sku: undefined }], ['bookings', 1, 'sku']],
    ['a UN number that is none', [row('a', { un_number: '1845' })], ['bookings', 0, 'un_number']],
  ])('%s: books nothing', async (_, bookings, path) => {
    expect(await app.call([jobs, 'bookBatch'], { bookings }, { tenant })).toMatchObject({
      invalid: [{ path }],
    });
    expect(await counted(app, tenant)).toEqual({ total: 0, rows: 0 });
  });
});

import type { jobs, RequestOf } from '@svc/contracts';
import { newTenant } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { booking, collect, jobsTest } from './app.ts';

const app = jobsTest();

type Row = RequestOf<typeof jobs.actions.bookBatch>['bookings'][number];
const row = (identity: string, fields: Partial<Row> = {}): Row => ({
  ...booking(),
  identity,
  ...fields,
});
const book = async (bookings: Row[], tenant = app.tenant) =>
  (await app.as(tenant).bookBatch({ bookings })).results;
const bookOne = async (fields: Partial<Row> = {}, tenant = app.tenant) => {
  const [result] = await book([row('one', fields)], tenant);
  if (!result || result.status === 'refused') throw new Error('one was refused');
  return result;
};
const events = () => app.outbox(app.tenant);

describe('bookBatch', () => {
  it('returns each booking under its identity, in the order of the batch', async () => {
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

  it('does not book an identity again, even with a quote that has expired', async () => {
    const first = await bookOne();
    const [again] = await book([row('one', { quote_id: 'q_expired' })]);
    expect(again).toEqual({ ...first, status: 'already_booked' });
    expect(await events()).toHaveLength(1);
  });

  it('books an identity once that is twice in the batch', async () => {
    const results = await book([row('twin', { parcels: 2 }), row('twin', { parcels: 5 })]);
    expect(results.map(({ status }) => status)).toEqual(['booked', 'already_booked']);
    expect(await events()).toMatchObject([{ internals: { job: { parcels: 2 } } }]);
  });

  it('books each identity once for ten concurrent batches', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => row(`row-${n}`));
    const batches = await Promise.all(
      Array.from({ length: 10 }, (_, n) => book(n % 2 === 0 ? rows : rows.toReversed())),
    );
    const refs = new Set(
      batches.flat().map((result) => ('ref' in result ? result.ref : result.code)),
    );
    expect(refs.size).toBe(20);
    expect(batches.flat().filter(({ status }) => status === 'booked')).toHaveLength(20);
    expect(await app.counted()).toEqual({ total: 20, rows: 20 });
    expect(await app.counted('cli-0')).toEqual({ total: 20, rows: 20 });
    expect(await events()).toHaveLength(20);
  });

  it('books the same identity of another tenant separately', async () => {
    const mine = await bookOne();
    expect((await bookOne({}, newTenant())).job_id).not.toBe(mine.job_id);
  });

  it('books the good ones and refuses the others by their own rules', async () => {
    const results = await book([
      row('good'),
      row('site', { dropoff_site_id: 'cli-99', sku: 'LAB-NOPE' }),
      row('same', { pickup_site_id: 'lab-0', dropoff_site_id: 'lab-0' }),
      row('far', { dropoff_site_id: 'far', km: undefined }),
      row('sku', { sku: 'LAB-NOPE' }),
      row('supplies', { sku: 'SUP-BOX' }),
      row('expired', { quote_id: 'q_expired' }),
      row('no-quote', { quote_id: 'q_none' }),
      row('profile', { temperature_profile: 'lava' }),
      row('class', { temperature_profile: 'plasma' }),
      row('mass', { dry_ice_kg: 2 }),
    ]);
    expect(results).toMatchObject([
      { identity: 'good', status: 'booked' },
      { identity: 'site', status: 'refused', code: 'unknown_site' },
      { identity: 'same', status: 'refused', code: 'same_site' },
      { identity: 'far', status: 'refused', code: 'out_of_area' },
      { identity: 'sku', status: 'refused', code: 'unknown_sku' },
      { identity: 'supplies', status: 'refused', code: 'not_a_delivery' },
      { identity: 'expired', status: 'refused', code: 'quote_expired' },
      { identity: 'no-quote', status: 'refused', code: 'quote_not_found' },
      { identity: 'profile', status: 'refused', code: 'unknown_profile' },
      { identity: 'class', status: 'refused', code: 'profile_mismatch' },
      { identity: 'mass', status: 'refused', code: 'invalid_body' },
    ]);
    expect(await app.counted()).toEqual({ total: 1, rows: 1 });
  });

  it('books a refused identity once its reason is gone', async () => {
    expect(await book([row('one', { sku: 'LAB-NOPE' })])).toMatchObject([{ status: 'refused' }]);
    expect((await bookOne()).status).toBe('booked');
  });
});

it('keeps SLA, UN number and temperature class after an upgrade to STAT', async () => {
  const { job_id } = await bookOne({
    un_number: 'UN1845',
    temperature_class: '2-8C',
    starts_at: '2026-11-03T08:30:00.000Z',
    sla_due: '2026-11-03T09:00:00.000Z',
  });
  await app.as().update({ id: job_id, priority: 'stat' });
  expect(await app.as().get({ id: job_id })).toMatchObject({
    sku: 'LAB-STAT',
    sla_due: '2026-11-03T09:00:00.000Z',
    un_number: 'UN1845',
    temperature_range_c: { min: 2, max: 8 },
    parcel_items: [{ un_number: 'UN1845', temperature_class: '2-8C' }],
  });
});

it.each([
  ['collected', 'BAG-0001', 'pickup.completed'],
  ['exception', 'BAG-0002', 'seal.broken'],
] as const)('a job booked with a seal is %s under the seal %s', async (status, seal, event) => {
  const { job_id } = await bookOne({ seal: 'bag-0001' });
  await app.assign(job_id);
  const collected = await app.report(job_id, { ...collect, seal });
  expect(collected).toMatchObject({ status, seal: 'BAG-0001', webhook_events: [event] });
});

import { jobs } from '@svc/contracts';
import { isOwnCode } from '@svc/labels/parcel-code';
import { isSscc } from '@svc/labels/sscc';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booking, type JobsApp, newTenant, startJobs } from './app.ts';
import { prefixed } from './neighbours.ts';

let app: JobsApp;
let tenant: string;
beforeAll(async () => {
  app = await startJobs();
});
afterAll(() => app.stop());
beforeEach(() => {
  tenant = newTenant();
});

const asked = (action: 'labels' | 'waybill', input: unknown) =>
  app.call([jobs, action], input, { tenant });
const numbersOf = async (id: string): Promise<string[]> =>
  (await app.clients(tenant).jobs.labels({ id })).parcels.map(({ code }) => code);

describe('labels', () => {
  it("show parcels with the carrier's own codes where the sender has no company prefix", async () => {
    const { id, ref } = await app.clients(tenant).jobs.book(booking({ parcels: 3 }));
    const set = await app.clients(tenant).jobs.labels({ id: ref, layout: 'sheet', dry_ice_g: 500 });
    expect(set).toMatchObject({
      object: 'label_set',
      job_id: id,
      pickup: { name: 'Clinic North', address: '1 Marula Road' },
      parcel_count: 3,
      layout: 'sheet',
      dry_ice_g: 500,
    });
    expect(set.parcels.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(set.parcels.every(({ code, scheme }) => scheme === 'own' && isOwnCode(code))).toBe(true);
    expect(await numbersOf(id)).toEqual(set.parcels.map(({ code }) => code));
  });

  it('show one parcel that is named, and refuse one that is not there', async () => {
    const { id } = await app.clients(tenant).jobs.book(booking({ parcels: 2 }));
    const set = await app.clients(tenant).jobs.labels({ id, parcel: 2 });
    expect(set.parcels.map(({ number }) => number)).toEqual([2]);
    expect(await asked('labels', { id, parcel: 3 })).toMatchObject({
      refused: { code: 'invalid_body', path: ['parcel'] },
    });
  });

  it("are refused for another tenant's job, as the waybill is", async () => {
    const { id } = await app.clients(newTenant()).jobs.book(booking());
    expect(await asked('labels', { id })).toMatchObject({ refused: { code: 'job_not_found' } });
    expect(await asked('waybill', { id })).toMatchObject({ refused: { code: 'job_not_found' } });
  });
});

describe('SSCCs', () => {
  beforeEach(() => {
    tenant = prefixed(newTenant());
  });

  it('number parcels without a repetition, by single bookings and batches at once', async () => {
    const client = app.clients(tenant).jobs;
    const batch = Array.from({ length: 5 }, (_, nth) => {
      return { ...booking({ parcels: 2 }), identity: `order:${nth}` };
    });
    const [{ results }, ...single] = await Promise.all([
      client.bookBatch({ bookings: batch }),
      ...Array.from({ length: 5 }, () => client.book(booking({ parcels: 3 }))),
    ]);
    const ids = [
      ...results.flatMap((result) => ('job_id' in result ? [result.job_id] : [])),
      ...single.map(({ id }) => id),
    ];
    const numbers = (await Promise.all(ids.map(numbersOf))).flat();
    expect(numbers).toHaveLength(25);
    expect(new Set(numbers).size).toBe(25);
    expect(numbers.every((each) => isSscc(each) && each.startsWith('36001234'))).toBe(true);
  });

  it('go on where another tenant with the same prefix stopped', async () => {
    const first = await app.clients(tenant).jobs.book(booking());
    const [before = ''] = await numbersOf(first.id);
    tenant = prefixed(newTenant());
    const { id } = await app.clients(tenant).jobs.book(booking());
    const [after = ''] = await numbersOf(id);
    expect(Number(after.slice(8, 17))).toBe(Number(before.slice(8, 17)) + 1);
  });

  it('are in no answer about the job itself', async () => {
    const { id } = await app.clients(tenant).jobs.book(booking());
    const { parcel_items } = await app.clients(tenant).jobs.get({ id });
    expect(parcel_items[0]).not.toHaveProperty('sscc');
  });
});

it('a waybill says parcels, sites, times and handling, and no contact', async () => {
  const contact = { name: 'Reception', phone: '+27 11 555 0100' };
  const { id } = await app.clients(tenant).jobs.book(booking({ pickup_contact: contact }));
  const bill = await app.clients(tenant).jobs.waybill({ id });
  expect(bill).toMatchObject({
    object: 'waybill',
    status: 'booked',
    sender: `Name of ${tenant}`,
    ready_at: '2026-11-02T08:00:00.000Z',
    collected_at: null,
    parcel_count: 1,
  });
  expect(JSON.stringify(bill)).not.toContain('Reception');
});

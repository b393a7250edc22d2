import { newTenant, refused } from '@svc/kit/testing/service-test';

import { isOwnCode } from '@svc/text/codes/parcel-code';
import { isSscc } from '@svc/text/codes/sscc';
import { describe, expect, it } from 'vitest';
import { booking, jobsTest } from './app.ts';
import { prefixed } from './neighbours.ts';

const app = jobsTest();

const numbersOf = async (id: string, sender = app.tenant): Promise<string[]> =>
  (await app.as(sender).labels({ id })).parcels.map(({ code }) => code);

it("labels show the carrier's own codes to a sender without a company prefix", async () => {
  const { id, ref } = await app.as().book(booking({ parcels: 3 }));
  const set = await app.as().labels({ id: ref, layout: 'sheet', dry_ice_g: 500 });
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

it('labelsForDesk shows the labels of any tenant, and refuses a job that does not exist', async () => {
  const { id, ref } = await app.as().book(booking({ parcels: 2 }));
  expect(await app.desk().labelsForDesk({ id: ref })).toEqual(await app.as().labels({ id }));
  expect(await app.callDesk('labelsForDesk', { id: 'job_0' })).toEqual(refused('job_not_found'));
});

it('labels show one parcel that is named and refuse an absent one', async () => {
  const { id } = await app.as().book(booking({ parcels: 2 }));
  const set = await app.as().labels({ id, parcel: 2 });
  expect(set.parcels.map(({ number }) => number)).toEqual([2]);
  const reply = await app.call('labels', { id, parcel: 3 });
  expect(reply).toEqual(refused('invalid_body', { path: ['parcel'] }));
});

describe('SSCCs', () => {
  it('are unique among concurrent single bookings and batches', async () => {
    const sender = prefixed(app.tenant);
    const client = app.as(sender);
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
    const numbers = (await Promise.all(ids.map((id) => numbersOf(id, sender)))).flat();
    expect(numbers).toHaveLength(25);
    expect(new Set(numbers).size).toBe(25);
    expect(numbers.every((each) => isSscc(each) && each.startsWith('36001234'))).toBe(true);
  });

  it('continue where another tenant with the same prefix stopped', async () => {
    const numberOf = async (sender: string) => {
      const { id } = await app.as(sender).book(booking());
      const [number = ''] = await numbersOf(id, sender);
      return number;
    };
    const before = await numberOf(prefixed(app.tenant));
    const after = await numberOf(prefixed(newTenant()));
    expect(Number(after.slice(8, 17))).toBe(Number(before.slice(8, 17)) + 1);
  });

  it('are in no reply about the job itself', async () => {
    const client = app.as(prefixed(app.tenant));
    const { id } = await client.book(booking());
    const { parcel_items } = await client.get({ id });
    expect(parcel_items[0]).not.toHaveProperty('sscc');
  });
});

it('a waybill has parcels, sites, times and handling, and no contact', async () => {
  const contact = { name: 'Reception', phone: '+27 11 555 0100' };
  const { id } = await app.as().book(booking({ pickup_contact: contact }));
  const bill = await app.as().waybill({ id });
  expect(bill).toMatchObject({
    object: 'waybill',
    status: 'booked',
    sender: `Name of ${app.tenant}`,
    ready_at: '2026-11-02T08:00:00.000Z',
    collected_at: null,
    parcel_count: 1,
  });
  expect(JSON.stringify(bill)).not.toContain('Reception');
});

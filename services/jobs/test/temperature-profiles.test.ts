import { jobSnapshot } from '@svc/contracts';
import { refused } from '@svc/kit/testing/service-test';
import { expect, it } from 'vitest';
import { booking, jobsTest } from './app.ts';
import { plasma } from './neighbours.ts';

const app = jobsTest();
const dryIce = { sku: 'BLD-FRZ', temperature_profile: 'dry_ice', dry_ice_kg: 5.5 };
const shown = {
  ...{ temperature_profile: 'dry_ice', dry_ice_kg: 5.5, un_number: 'UN1845' },
  temperature_range_c: { min: -90, max: -60 },
};

it('a job shows the profile that it was booked with to tenant, desk, tracking and on paper', async () => {
  const { id, ref, ...booked } = await app.as().book(booking(dryIce));
  expect(booked).toMatchObject(shown);
  expect(await app.as().get({ id })).toMatchObject(shown);
  expect(await app.desk().getForDesk({ id })).toMatchObject(shown);
  const { temperature_profile } = await app.as().track({ ref });
  expect(temperature_profile).toMatchObject({ name: 'dry_ice', max_c: -60, absolute_max_c: -50 });
  const { un_number: _, dry_ice_kg: __, ...printed } = shown;
  expect(await app.as().waybill({ id })).toMatchObject(printed);
  expect(await app.as().labels({ id })).toMatchObject({ ...printed, dry_ice_g: 5_500 });
  expect(await app.as().labels({ id, dry_ice_g: 400 })).toMatchObject({ dry_ice_g: 400 });
});

it('events carry the profile as it was at the booking, and none for other jobs', async () => {
  const own = await app.as().book(booking({ sku: 'BLD-FRZ', temperature_profile: 'plasma' }));
  const other = await app.as().book(booking());
  const profileOf = async (id: string) => {
    const created = (await app.outbox(id)).find(({ type }) => type === 'job.created');
    return jobSnapshot.parse(Object(created?.internals).job).temperature_profile;
  };
  expect(await profileOf(own.id)).toEqual(plasma);
  expect(await profileOf(other.id)).toBeUndefined();
  expect(other).toMatchObject({ temperature_profile: null, dry_ice_kg: null });
});

it('a job booked by a quote has the profile of the quote', async () => {
  const own = { temperature_profile: 'plasma', temperature_range_c: { min: -40, max: -25.5 } };
  expect(await app.as().book(booking({ quote_id: 'q_plasma' }))).toMatchObject(own);
  const row = { ...booking(), identity: 'one', quote_id: 'q_plasma' };
  const [result] = (await app.as().bookBatch({ bookings: [row] })).results;
  const id = result && 'job_id' in result ? result.job_id : '';
  expect(await app.as().get({ id })).toMatchObject(own);
});

it('a profile of another class is refused', async () => {
  const reply = await app.call('book', booking({ temperature_profile: 'plasma' }));
  expect(reply).toEqual(refused('profile_mismatch', { path: ['temperature_profile'] }));
});

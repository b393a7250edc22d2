import { tracking } from '@svc/contracts';
import { jpegOf, pngOf } from '@svc/devnet/fuzz/images';
import { refused } from '@svc/kit/testing/service-test';
import { beforeEach, describe, expect, it } from 'vitest';
import { photoLink } from '../src/adapters/expiring-links.ts';
import { newCrew, png, trackingTest } from './app.ts';

let id: string;
const app = trackingTest();
beforeEach(async () => {
  id = (await newCrew(app, app.tenant)).driver.id;
});

const put = (fields: Record<string, unknown>, tenant = app.tenant) =>
  app.call(
    'putDriverPhoto',
    { id, storage_key: 'photo/one', media_type: 'image/png', ...fields },
    { tenant },
  );
const open = (link: string) => app.call('photoByLink', { link }, { tenant: '' });
const linkNow = (driver = id) =>
  photoLink(driver, app.clock.now(), 'a secret for tests only, 32 chars or more');

const keyNow = async (): Promise<string> => {
  const reply = await open(linkNow());
  if (!('ok' in reply)) throw new Error(JSON.stringify(reply));
  return tracking.actions.photoByLink.output.parse(reply.ok).storage_key;
};

describe('putDriverPhoto', () => {
  it('returns the driver, who then has a photo behind signed links', async () => {
    await app.files().put('photo/one', png, 'image/png');
    expect(await put({})).toMatchObject({ ok: { object: 'driver', id, has_photo: true } });
    const storage_key = await keyNow();
    expect(storage_key).toMatch(new RegExp(`^driver-photos/${id}/[0-9a-f]{64}$`));
    expect(await app.files().get(storage_key)).toEqual(png);
    expect(await app.files().exists('photo/one')).toBe(false);
  });

  it('finds a photo stored by an earlier version where it was uploaded', async () => {
    await app.files().put('uploads/old', png, 'image/png');
    await app.sql(
      "update tracking.driver set photo_key = 'uploads/old', photo_media_type = 'image/png' where id = $1",
      [id],
    );
    expect(await keyNow()).toBe('uploads/old');
    await app.files().put('photo/one', png, 'image/png');
    await put({});
    expect(await keyNow()).toMatch(/^driver-photos/);
    expect(await app.files().exists('uploads/old')).toBe(false);
  });

  it('replaces the former photo, which is deleted', async () => {
    await app.files().put('photo/old', png, 'image/png');
    await app.files().put('photo/new', jpegOf(), 'image/jpeg');
    await put({ storage_key: 'photo/old' });
    const old = await keyNow();
    await put({ storage_key: 'photo/new', media_type: 'image/jpeg' });
    expect(await open(linkNow())).toMatchObject({ ok: { media_type: 'image/jpeg' } });
    expect(await keyNow()).not.toBe(old);
    expect(await app.files().exists(old)).toBe(false);
  });

  it('removes text and place that a camera wrote into it', async () => {
    await app.files().put('photo/placed', pngOf('26.2041 S, 28.0473 E'), 'image/png');
    await put({ storage_key: 'photo/placed' });
    expect(await app.files().get(await keyNow())).toEqual(png);
  });

  it('keeps a photo that is uploaded again', async () => {
    for (const storage_key of ['photo/same', 'photo/again']) {
      await app.files().put(storage_key, png, 'image/png');
      expect(await put({ storage_key })).toHaveProperty('ok');
    }
    expect(await app.files().get(await keyNow())).toEqual(png);
  });
});

it('putDriverPhoto refuses with invalid_file other bytes than claimed, and keeps the photo', async () => {
  await app.files().put('photo/kept', png, 'image/png');
  await app.files().put('photo/text', new TextEncoder().encode('<svg>'), 'image/png');
  await put({ storage_key: 'photo/kept' });
  for (const fields of [
    { storage_key: 'photo/text' },
    { storage_key: 'photo/kept', media_type: 'image/jpeg' },
    { storage_key: 'photo/nowhere' },
  ]) {
    expect(await put(fields)).toEqual(refused('invalid_file'));
  }
  expect(await app.files().get(await keyNow())).toEqual(png);
});

describe('photoByLink refuses with file_not_found', () => {
  const missing = refused('file_not_found');

  it('refuses a forged link, and a true one of a driver without a photo, alike', async () => {
    const forged = await open(linkNow().replace(/.$/, (last) => (last === '0' ? '1' : '0')));
    expect(forged).toMatchObject(missing);
    expect(await open(linkNow())).toEqual(forged);
    expect(await open(linkNow('drv_none'))).toEqual(forged);
    expect(await open('')).toEqual(forged);
  });
});

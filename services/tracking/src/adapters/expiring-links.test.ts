import { describe, expect, it } from 'vitest';
import { driverOf, opensTemperatures, photoLink, temperaturePageUrl } from './expiring-links.ts';

const secret = 'a secret for tests only, 32 chars or more';
const now = new Date('2026-11-02T08:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);

describe('a link to a photo', () => {
  const link = photoLink('drv_1', now, secret);
  const [id, expiry, signature] = link.split('.');

  it('names its driver for 15 minutes', () => {
    expect(driverOf(link, now, secret)).toBe('drv_1');
    expect(driverOf(link, later(15 * 60_000 - 1), secret)).toBe('drv_1');
    expect(driverOf(link, later(15 * 60_000), secret)).toBeUndefined();
  });

  it.each([
    ['of another driver', `drv_2.${expiry}.${signature}`],
    ['with a later end', `${id}.z${expiry}.${signature}`],
    ['with another signature', `${id}.${expiry}.${'0'.repeat(64)}`],
    ['without one', `${id}.${expiry}.`],
    ['with more behind it', `${link}.x`],
    ['of one part', 'drv_1'],
    ['of nothing', ''],
    ['of other letters', `${id}.${expiry}.${'é'.repeat(32)}`],
  ])('that was forged is rejected: %s', (_, forged) => {
    expect(driverOf(forged, now, secret)).toBeUndefined();
  });

  it('signed with another secret is rejected', () => {
    expect(driverOf(link, now, secret.toUpperCase())).toBeUndefined();
  });

  it('has only characters that a path may have', () => {
    expect(link).toMatch(/^[\w.-]{1,200}$/);
  });
});

describe('a link to the temperatures of a page', () => {
  const token = 'a-token-of-22-letters-x';
  const url = temperaturePageUrl(`https://svc.example/t/${token}`, now, secret);
  const key = new URL(url).searchParams.get('temperature') ?? '';
  const days = (count: number) => later(count * 86_400_000);

  it('opens the temperatures of its page for seven days', () => {
    expect(url).toContain(`https://svc.example/t/${token}?temperature=`);
    expect(opensTemperatures({ token, key }, days(6.9), secret)).toBe(true);
    expect(opensTemperatures({ token, key }, days(7), secret)).toBe(false);
  });

  it.each([
    ['no key', { token, key: undefined }],
    ['an empty key', { token, key: '' }],
    ['the key of another page', { token: 'another-token-of-letters', key }],
    ['a later expiry', { token, key: `z${key}` }],
    ['a signature cut short', { token, key: key.slice(0, -1) }],
    ['more than one key', { token, key: `${key}.${key}` }],
  ])('is not opened by the key of %s', (_what, opened) => {
    expect(opensTemperatures(opened, now, secret)).toBe(false);
  });

  it('is not opened by a key signed with another secret', () => {
    expect(opensTemperatures({ token, key }, now, secret.toUpperCase())).toBe(false);
  });
});

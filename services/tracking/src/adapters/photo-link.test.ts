import { describe, expect, it } from 'vitest';
import { driverOf, photoLink } from './photo-link.ts';

const secret = 'a secret for tests only, 32 chars or more';
const now = new Date('2026-11-02T08:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const link = photoLink('drv_1', now, secret);
const [id, expiry, signature] = link.split('.');

describe('a link to a photo', () => {
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
  ])('that was made up is nobody’s: %s', (_, forged) => {
    expect(driverOf(forged, now, secret)).toBeUndefined();
  });

  it('made under another secret is nobody’s', () => {
    expect(driverOf(link, now, secret.toUpperCase())).toBeUndefined();
  });

  it('shows that it can stand in a path', () => {
    expect(link).toMatch(/^[\w.-]{1,200}$/);
  });
});

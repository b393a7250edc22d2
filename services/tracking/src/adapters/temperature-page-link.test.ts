import { describe, expect, it } from 'vitest';
import { opensTemperatures, temperaturePageUrl } from './temperature-page-link.ts';

const now = new Date('2026-11-02T08:00:00Z');
const secret = 'a secret for tests only, 32 chars or more';
const token = 'a-token-of-22-letters-x';
const url = temperaturePageUrl(`https://svc.example/t/${token}`, now, secret);
const key = new URL(url).searchParams.get('temperature') ?? '';
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);

describe('a page link', () => {
  it('opens the temperatures of its page for seven days', () => {
    expect(url).toContain(`https://svc.example/t/${token}?temperature=`);
    expect(opensTemperatures({ token, key }, later(6.9), secret)).toBe(true);
    expect(opensTemperatures({ token, key }, later(7), secret)).toBe(false);
  });

  it.each([
    ['no key', { token, key: undefined }],
    ['an empty key', { token, key: '' }],
    ['the key of another page', { token: 'another-token-of-letters', key }],
    ['a later expiry', { token, key: `z${key}` }],
    ['a signature cut short', { token, key: key.slice(0, -1) }],
    ['more than one key', { token, key: `${key}.${key}` }],
  ])('is not opened by %s', (_what, opened) => {
    expect(opensTemperatures(opened, now, secret)).toBe(false);
  });

  it('is not opened by a key made under another secret', () => {
    expect(opensTemperatures({ token, key }, now, secret.toUpperCase())).toBe(false);
  });
});

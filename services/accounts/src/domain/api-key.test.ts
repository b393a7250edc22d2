import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatApiKey, parseApiKey } from './api-key.ts';

const parts = {
  key_id: 'key_01JBP9X4S0ABCDEFGHJKMNPQRS',
  secret: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
};
const key = formatApiKey(parts);

describe('an API key', () => {
  it('has its kind, id, secret and a checksum', () => {
    expect(key).toMatch(
      /^svc_live_key_01JBP9X4S0ABCDEFGHJKMNPQRS_0123456789ABCDEFGHJKMNPQRSTVWXYZ[0-9A-Z]{7}$/,
    );
  });

  it('ends in the CRC-32 of the rest', async () => {
    const { crc32 } = await import('node:zlib');
    const sum = crc32(key.slice(0, -7)).toString(32).padStart(7, '0');
    const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    expect(key.slice(-7)).toBe([...sum].map((c) => digits[Number.parseInt(c, 32)]).join(''));
  });

  it('is parsed back to its parts', () => {
    expect(parseApiKey(key)).toEqual(parts);
  });

  it('is rejected after a change of any one character', () => {
    const positions = fc.nat(key.length - 1);
    fc.assert(
      fc.property(positions, fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
        fc.pre(key[at] !== character);
        expect(parseApiKey(key.slice(0, at) + character + key.slice(at + 1))).toBeUndefined();
      }),
    );
  });

  it.each([
    ['empty', ''],
    ['the sandbox prefix', key.replace('svc_live_', 'svc_test_')],
    ['lower case', key.toLowerCase()],
    ['a trailing line break', `${key}\n`],
    ['a leading space', ` ${key}`],
    ['no checksum', key.slice(0, -7)],
    ['prefix only', 'svc_live_'],
    ['two keys', key + key],
  ])('is not parsed from %s', (_case, text) => {
    expect(parseApiKey(text)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { decrypt, encrypt, keyedHash } from '../src/security/encryption.ts';

const secret = 'a secret of more than thirty-two characters';

describe('an encrypted text', () => {
  it('decrypts to the plain text, and differs each time', () => {
    const [one, two] = [encrypt(secret, 'keys', 'naïve ✓'), encrypt(secret, 'keys', 'naïve ✓')];
    expect(one).not.toBe(two);
    expect([one, two].map((text) => decrypt(secret, 'keys', text))).toEqual(['naïve ✓', 'naïve ✓']);
  });

  it('is not decrypted under another secret or purpose, nor when altered', () => {
    const encrypted = encrypt(secret, 'keys', 'text');
    const [version, iv, tag, body = ''] = encrypted.split('.');
    const altered = [version, iv, tag, Buffer.from('tex!').toString('base64url')].join('.');
    expect(body).not.toBe('');
    expect(() => decrypt(`${secret}!`, 'keys', encrypted)).toThrow();
    expect(() => decrypt(secret, 'receipt', encrypted)).toThrow();
    expect(() => decrypt(secret, 'keys', altered)).toThrow();
    expect(() => decrypt(secret, 'keys', 'plain')).toThrow('not an encrypted text');
  });
});

describe('a keyed hash', () => {
  it('depends on secret, purpose and text', () => {
    const hashes = [
      keyedHash(secret, 'a', 'x'),
      keyedHash(secret, 'b', 'x'),
      keyedHash(secret, 'a', 'y'),
      keyedHash(`${secret}!`, 'a', 'x'),
    ];
    expect(new Set(hashes).size).toBe(4);
    expect(keyedHash(secret, 'a', 'x')).toBe(hashes[0]);
  });
});

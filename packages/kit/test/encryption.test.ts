import { describe, expect, it } from 'vitest';
import { decrypt, encrypt, isKeyedHash, keyedHash } from '../src/security/encryption.ts';
import { currentKeyId } from '../src/security/key-ring.ts';

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

it('a keyed hash depends on secret, purpose and text', () => {
  const hashes = [
    keyedHash(secret, 'a', 'x'),
    keyedHash(secret, 'b', 'x'),
    keyedHash(secret, 'a', 'y'),
    keyedHash(`${secret}!`, 'a', 'x'),
  ];
  expect(new Set(hashes).size).toBe(4);
  expect(keyedHash(secret, 'a', 'x')).toBe(hashes[0]);
});

describe('a secret that is replaced', () => {
  const [before, after] = ['o'.repeat(32), 'n'.repeat(32)];
  const [added, used] = [`${before},${after}`, `${after},${before}`];

  it('decrypts under every list that has it, also texts that name no key', () => {
    const old = encrypt(before, 'keys', 'text');
    const unnamed = old.split('.').slice(0, 4).join('.');
    const texts = [old, unnamed, encrypt(used, 'keys', 'text')];
    for (const secrets of [added, used]) {
      expect(texts.map((text) => decrypt(secrets, 'keys', text))).toEqual(texts.map(() => 'text'));
    }
    for (const text of [old, unnamed]) expect(() => decrypt(after, 'keys', text)).toThrow();
    const withComma = `short, ${before}`;
    expect(decrypt(withComma, 'keys', encrypt(withComma, 'keys', 'text'))).toBe('text');
  });

  it('identifies itself in what it encrypts, without revealing itself', () => {
    expect(encrypt(used, 'keys', 'text').split('.').at(-1)).toBe(currentKeyId(after));
    expect(currentKeyId(used)).not.toBe(currentKeyId(added));
  });

  it('verifies hashes under any of the list, and hashes with the first', () => {
    const hash = keyedHash(before, 'links', 'x');
    const isHash = (secrets: string, text = 'x') =>
      isKeyedHash(hash, { secrets, purpose: 'links', text });
    expect([isHash(used), isHash(after), isHash(used, 'y')]).toEqual([true, false, false]);
    expect(keyedHash(used, 'links', 'x')).toBe(keyedHash(after, 'links', 'x'));
  });
});

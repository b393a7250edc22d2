import { describe, expect, it } from 'vitest';
import { keyedHash, open, seal } from '../src/seal.ts';

const secret = 'a secret of more than thirty-two characters';

describe('a sealed text', () => {
  it('opens to what was sealed, and looks different each time', () => {
    const [one, two] = [seal(secret, 'keys', 'naïve ✓'), seal(secret, 'keys', 'naïve ✓')];
    expect(one).not.toBe(two);
    expect([one, two].map((text) => open(secret, 'keys', text))).toEqual(['naïve ✓', 'naïve ✓']);
  });

  it('does not open under another secret or purpose, nor when altered', () => {
    const sealed = seal(secret, 'keys', 'text');
    const [version, iv, tag, body = ''] = sealed.split('.');
    const altered = [version, iv, tag, Buffer.from('tex!').toString('base64url')].join('.');
    expect(body).not.toBe('');
    expect(() => open(`${secret}!`, 'keys', sealed)).toThrow();
    expect(() => open(secret, 'receipt', sealed)).toThrow();
    expect(() => open(secret, 'keys', altered)).toThrow();
    expect(() => open(secret, 'keys', 'plain')).toThrow('not a sealed text');
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

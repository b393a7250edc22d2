import { newSharedSecret } from '@svc/kit/ids';
import { describe, expect, it } from 'vitest';
import {
  decryptKeys,
  encryptSecret,
  signature,
  signingKeys,
  standardSignature,
} from './hmac-signature.ts';

const key = 'a key for tests only, 32 characters or more';
const signed = { id: 'evt_1', timestamp: 1_700_000_000, body: '{"a":"ü"}' };
const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

describe('a secret', () => {
  it('has 32 random bytes after its prefix', () => {
    const [one, two] = [newSharedSecret(), newSharedSecret()];
    expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(one.slice(6), 'base64')).toHaveLength(32);
    expect(one).not.toBe(two);
  });

  it('is stored encrypted with its key', () => {
    const encrypted = encryptSecret(secret, key);
    expect(encrypted).not.toContain(secret.slice(6));
    const { whole, decoded } = decryptKeys(encrypted, key);
    expect(whole.export().toString()).toBe(secret);
    expect(decoded.export()).toEqual(Buffer.from(secret.slice(6), 'base64'));
    expect(() => decryptKeys(encrypted, `${key}!`)).toThrow();
  });
});

// Reckoned with openssl from the definition.
describe('a signature', () => {
  it('is HMAC-SHA-256 under the whole secret, in hex', () => {
    expect(signature(signed, signingKeys(secret))).toBe(
      'v1=b8233decdd23de872adfd621843ee94a1e66cc2b53f6a80534ee0024aaa5718b',
    );
  });

  it('is given for every secret in the standard header, under its bytes', () => {
    expect(standardSignature(signed, [signingKeys(secret)])).toBe(
      'v1,xTgjQDMt1cTPuVA1WEC4V0MQse0fKehdiHiIRROQSw4=',
    );
    expect(
      standardSignature(signed, [secret, newSharedSecret()].map(signingKeys)).split(' '),
    ).toHaveLength(2);
  });
});

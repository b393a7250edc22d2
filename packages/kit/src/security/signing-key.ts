/** Key pairs that sign JWS with ES256 (RFC 7518); the private half is kept encrypted. */
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { newId } from '../values/ids.ts';
import { decrypt, encrypt } from './encryption.ts';

/** Encryption of the private key: keys of one purpose cannot be decrypted for another. */
interface KeyEncryption {
  secret: string;
  purpose: string;
}

export async function generateSigningKey(now: Date, { secret, purpose }: KeyEncryption) {
  const kid = newId('sig_', now);
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const { x, y } = jwk;
  if (x === undefined || y === undefined) throw new Error('an EC key has x and y');
  return {
    kid,
    public_jwk: { kid, kty: 'EC', crv: 'P-256', x, y, alg: 'ES256', use: 'sig' } as const,
    encrypted_private_jwk: encrypt(secret, purpose, JSON.stringify({ ...jwk, kid })),
  };
}

/** Imported keys by kid: decrypting and importing costs more than signing; few are ever active. */
const cache = new Map<string, CryptoKey>();
const cacheMax = 16;

export async function importSigningKey(
  { kid, encrypted_private_jwk }: { kid: string; encrypted_private_jwk: string },
  { secret, purpose }: KeyEncryption,
): Promise<CryptoKey> {
  const known = cache.get(kid);
  if (known) return known;
  const jwk: JWK = JSON.parse(decrypt(secret, purpose, encrypted_private_jwk));
  if (jwk.kid !== kid) throw new Error(`signing key ${kid} holds another key`);
  const key = await importJWK(jwk, 'ES256', { extractable: false });
  if (key instanceof Uint8Array) throw new Error('an EC key is not a byte string');
  if (cache.size >= cacheMax) cache.clear();
  cache.set(kid, key);
  return key;
}

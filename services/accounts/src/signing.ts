/** Access tokens (RFC 9068) and the keys that sign them: ES256. */
import { newId, randomToken } from '@svc/kit/ids';
import { open, seal } from '@svc/kit/seal';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import type { Config } from './config.ts';
import { type SealedSigningKey, type SigningKey, tokenLifeSeconds } from './domain/signing-key.ts';

const purpose = 'signing-key';

/** The private half leaves this function sealed. */
export async function newSigningKey(
  times: Omit<SigningKey, 'kid'>,
  secret: string,
): Promise<SealedSigningKey> {
  const kid = newId('sig_', times.published_at);
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const { x, y } = jwk;
  if (x === undefined || y === undefined) throw new Error('an EC key has x and y');
  return {
    kid,
    ...times,
    public_jwk: { kid, kty: 'EC', crv: 'P-256', x, y, alg: 'ES256', use: 'sig' },
    sealed_private_jwk: seal(secret, purpose, JSON.stringify({ ...jwk, kid })),
  };
}

export interface Claims {
  client_id: string;
  tenant_id: string;
  scope: string;
  /** The driver whose device this is. */
  driver_id?: string;
}

type PrivateKey = Pick<SealedSigningKey, 'kid' | 'sealed_private_jwk'>;

export async function signToken(
  claims: Claims,
  key: PrivateKey,
  { config, now }: { config: Config; now: Date },
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid })
    .setIssuer(config.SVC_AUTH_URL)
    .setAudience(config.SVC_API_AUDIENCE)
    .setSubject(claims.client_id)
    .setJti(randomToken())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + tokenLifeSeconds)
    .sign(await imported(key, config.SVC_SECRET));
}

/** Opening and importing a key costs more than signing with it; few keys are ever active. */
const cache = new Map<string, CryptoKey>();
const cacheMax = 16;

async function imported({ kid, sealed_private_jwk }: PrivateKey, secret: string) {
  const known = cache.get(kid);
  if (known) return known;
  const jwk: JWK = JSON.parse(open(secret, purpose, sealed_private_jwk));
  if (jwk.kid !== kid) throw new Error(`signing key ${kid} holds another key`);
  const key = await importJWK(jwk, 'ES256', { extractable: false });
  if (key instanceof Uint8Array) throw new Error('an EC key is not a byte string');
  if (cache.size >= cacheMax) cache.clear();
  cache.set(kid, key);
  return key;
}

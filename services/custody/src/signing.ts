/** Certificates as JWS (ES256), and the keys that sign them. */
import type { Certificate } from '@svc/contracts';
import { newId } from '@svc/kit/ids';
import { open, seal } from '@svc/kit/seal';
import { certificateType } from '@svc/verify/certificate';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import type { CertificateKey, SigningKey } from './domain/certificate-key.ts';

const purpose = 'certificate-key';

/** The private half leaves this function sealed. */
export async function newCertificateKey(
  created_at: Date,
  secret: string,
): Promise<CertificateKey & SigningKey> {
  const kid = newId('sig_', created_at);
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const { x, y } = jwk;
  if (x === undefined || y === undefined) throw new Error('an EC key has x and y');
  return {
    kid,
    created_at,
    public_jwk: { kid, kty: 'EC', crv: 'P-256', x, y, alg: 'ES256', use: 'sig' },
    sealed_private_jwk: seal(secret, purpose, JSON.stringify({ ...jwk, kid })),
  };
}

/** The certificate, and with it the job's reference, which it does not show. */
export type Signable = Omit<Certificate, 'related'> & { ref: string };

export async function signCertificate(
  certificate: Signable,
  key: Pick<SigningKey, 'kid' | 'sealed_private_jwk'>,
  { issuer, secret }: { issuer: string; secret: string },
): Promise<string> {
  return new SignJWT({ ...certificate })
    .setProtectedHeader({ alg: 'ES256', typ: certificateType, kid: key.kid })
    .setIssuer(issuer)
    .setIssuedAt(new Date(certificate.issued_at))
    .sign(await imported(key, secret));
}

/** Opening and importing a key costs more than signing with it; few keys ever sign. */
const cache = new Map<string, CryptoKey>();
const cacheMax = 16;

async function imported(
  { kid, sealed_private_jwk }: Pick<SigningKey, 'kid' | 'sealed_private_jwk'>,
  secret: string,
): Promise<CryptoKey> {
  const known = cache.get(kid);
  if (known) return known;
  const jwk: JWK = JSON.parse(open(secret, purpose, sealed_private_jwk));
  if (jwk.kid !== kid) throw new Error(`certificate key ${kid} holds another key`);
  const key = await importJWK(jwk, 'ES256', { extractable: false });
  if (key instanceof Uint8Array) throw new Error('an EC key is not a byte string');
  if (cache.size >= cacheMax) cache.clear();
  cache.set(kid, key);
  return key;
}

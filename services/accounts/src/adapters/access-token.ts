/** Access tokens (RFC 9068) and the keys that sign them: ES256. */

import { tokenLifeSeconds } from '@svc/contracts';
import { randomToken } from '@svc/kit/ids';
import { generateSigningKey, importSigningKey } from '@svc/kit/signing-key';
import { SignJWT } from 'jose';
import type { Config } from '../config.ts';
import type { EncryptedTokenSigningKey, TokenSigningKey } from '../domain/signing-key.ts';

export const purpose = 'signing-key';

export const newSigningKey = async (
  times: Omit<TokenSigningKey, 'kid'>,
  secret: string,
): Promise<EncryptedTokenSigningKey> => ({
  ...times,
  ...(await generateSigningKey(times.published_at, { secret, purpose })),
});

export interface AccessTokenClaims {
  client_id: string;
  tenant_id: string;
  scope: string;
  /** The driver whose device this is. */
  driver_id?: string;
  /** Confirmation (RFC 7800): thumbprint of the key that its actions are signed with. */
  cnf?: { jkt: string };
}

type PrivateKey = Pick<EncryptedTokenSigningKey, 'kid' | 'encrypted_private_jwk'>;

export async function signToken(
  claims: AccessTokenClaims,
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
    .sign(await importSigningKey(key, { secret: config.SVC_SECRET, purpose }));
}

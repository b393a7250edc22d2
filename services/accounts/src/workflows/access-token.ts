import { type Scope, tokenLifeSeconds } from '@svc/contracts';
import { signToken } from '../adapters/access-token.ts';
import type { Config } from '../config.ts';
import { grantScopes } from '../domain/scopes.ts';
import { signingKey } from '../domain/signing-key.ts';
import type { PrivateSigningKey } from '../store/clients.ts';

interface TokenHolder {
  client_id: string;
  tenant_id: string;
  scopes: readonly Scope[];
  driver_id: string | null;
  /** Thumbprint of the key that the client holds, instead of a secret. */
  key_thumbprint?: string;
}
interface Issuer {
  keys: readonly PrivateSigningKey[];
  config: Config;
  now: Date;
}

/** For a client that has proved itself. */
export async function issueAccessToken(
  { scopes, driver_id, key_thumbprint, ...holder }: TokenHolder,
  requested: string | undefined,
  { keys, config, now }: Issuer,
) {
  const granted = grantScopes(scopes, requested);
  if (!granted) return { error: 'invalid_scope' as const };
  const key = signingKey(keys, now);
  if (!key) throw new Error('there is no signing key: call accounts.rotateSigningKey once');
  const scope = granted.join(' ');
  const claims = {
    ...{ ...holder, scope },
    ...(driver_id && { driver_id }),
    ...(key_thumbprint && { cnf: { jkt: key_thumbprint } }),
  };
  const access_token = await signToken(claims, key, { config, now });
  return { access_token, expires_in: tokenLifeSeconds, scope };
}

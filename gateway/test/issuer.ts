/** Signs access tokens as accounts does, and also as it never would. */
import { type Scope, scopes } from '@svc/contracts';
import type { Clock } from '@svc/kit/clock';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

interface Key {
  kid: string;
  privateKey: CryptoKey;
}

export interface TokenParts {
  tenant?: string;
  client?: string;
  scopes?: readonly Scope[];
  issuer?: string;
  audience?: string;
  type?: string;
  expiresInSeconds?: number;
  /** How far the issuer's clock is ahead. */
  aheadSeconds?: number;
  kid?: string;
  claims?: Record<string, unknown>;
}

export interface Issuer {
  /** Answer of accounts.jwks. */
  published: JWK[];
  token(parts?: TokenParts): Promise<string>;
  /** Publishes a new key and signs with it; the old one goes. */
  rotate(): Promise<void>;
}

const newKey = async (kid: string): Promise<Key & { jwk: JWK }> => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const { x = '', y = '' } = await exportJWK(publicKey);
  return { kid, privateKey, jwk: { kid, kty: 'EC', crv: 'P-256', x, y, alg: 'ES256', use: 'sig' } };
};

export async function createIssuer(clock: Clock): Promise<Issuer> {
  let key = await newKey('sig_1');
  const issuer: Issuer = {
    published: [key.jwk],
    rotate: async () => {
      key = await newKey(`${key.kid}1`);
      issuer.published = [key.jwk];
    },
    token: (parts = {}) => sign(key, parts, clock.now()),
  };
  return issuer;
}

function sign(key: Key, parts: TokenParts, now: Date): Promise<string> {
  const at = Math.floor(now.getTime() / 1000) + (parts.aheadSeconds ?? 0);
  const client = parts.client ?? 'cli_1';
  return new SignJWT({
    client_id: client,
    tenant_id: parts.tenant ?? 'ten_a',
    scope: (parts.scopes ?? scopes).join(' '),
    ...parts.claims,
  })
    .setProtectedHeader({ alg: 'ES256', typ: parts.type ?? 'at+jwt', kid: parts.kid ?? key.kid })
    .setIssuer(parts.issuer ?? 'https://api.example.test')
    .setAudience(parts.audience ?? 'svc-api')
    .setSubject(client)
    .setJti('token_1')
    .setIssuedAt(at)
    .setExpirationTime(at + (parts.expiresInSeconds ?? 900))
    .sign(key.privateKey);
}

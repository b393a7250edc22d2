/** Access tokens (RFC 9068): ES256 and nothing else, from our issuer, for our audience. */
import { tokenLifeSeconds } from '@svc/contracts';
import { type Clock, isFresh } from '@svc/kit/clock';
import { CallFault } from '@svc/kit/refusal';
import { errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type Problem, problem, unavailable } from '../problem/problem.ts';
import type {
  ApiCaller,
  AuthenticationResult,
  CredentialOwner,
  UnverifiedCredential,
} from './caller.ts';
import type { JwksCache } from './jwks-cache.ts';
import type { RevokedClients } from './revoked-clients.ts';

const toleranceSeconds = 5;
/** How far the issuer's clock may be ahead of ours. */
const aheadSeconds = 60;
const lengthMax = 4096;
/** Cache TTL, ms: a withdrawn key is noticed after at most this long. */
const cacheMs = 60_000;
/** LRU bound: a cached token takes about 2 KB, verifying one about 100 µs. */
const cacheMax = 5_000;

const claims = z
  .object({
    sub: z.string().min(1),
    client_id: z.string().min(1).max(200),
    tenant_id: z.string().min(1).max(200),
    scope: z.string(),
    driver_id: z.string().min(1).max(64).optional(),
    cnf: z.object({ jkt: z.string().min(1).max(64) }).optional(),
    jti: z.string(),
    iat: z.number(),
    exp: z.number(),
  })
  // Also for a token that claims a longer life.
  .refine(({ iat, exp }) => exp - iat <= tokenLifeSeconds + toleranceSeconds);

export interface TokenOptions {
  keys: JwksCache;
  revoked: RevokedClients;
  clock: Clock;
  issuer: string;
  audience: string;
}

interface VerifiedToken {
  caller: ApiCaller;
  /** When it expires. */
  endMs: number;
  /** When it was verified. */
  atMs: number;
}

export type VerifyToken = (token: string) => AuthenticationResult | UnverifiedCredential;

export function createTokenVerifier(options: TokenOptions): VerifyToken {
  const { keys, revoked, clock } = options;
  const verified = new LRUCache<string, VerifiedToken>({
    max: cacheMax,
  });
  let generation = keys.generation();

  const findCached = (token: string): AuthenticationResult | undefined => {
    if (generation !== keys.generation()) {
      generation = keys.generation();
      verified.clear();
    }
    const known = verified.get(token);
    const now = clock.now();
    if (!known || !isFresh(known.atMs, cacheMs, now) || now.getTime() >= known.endMs) {
      return undefined;
    }
    return revoked.has(known.caller.actor) ? endedToken(known.caller) : known;
  };
  const verify = async (token: string): Promise<AuthenticationResult> => {
    const verifiedWith = keys.generation();
    try {
      const { caller, endMs } = await verifiedCaller(token, options);
      if (revoked.has(caller.actor)) return endedToken(caller);
      const atMs = clock.now().getTime();
      if (verifiedWith === generation) verified.set(token, { caller, endMs, atMs });
      return { caller };
    } catch (error) {
      return { problem: tokenProblem(error), ...ownerOf(error) };
    }
  };
  return (token) => {
    // A token in the cache was looked at when it was verified.
    if (!verified.has(token)) {
      if (token.length > lengthMax) return { problem: invalidToken('The token is too long.') };
      if (!isWellFormed(token)) return { problem: invalidToken(notAToken) };
    }
    const stale = [keys.refresh(), revoked.refresh()].filter((each) => each !== undefined);
    if (stale.length > 0)
      return { verify: () => Promise.all(stale).then(() => findCached(token) ?? verify(token)) };
    return findCached(token) ?? { verify: () => verify(token) };
  };
}

/** A token has one text: base64url without padding, and no unused bits in its signature. */
function isWellFormed(token: string): boolean {
  const [, signature] = /^[\w-]+\.[\w-]+\.([\w-]+)$/.exec(token) ?? [];
  return (
    signature !== undefined &&
    Buffer.from(signature, 'base64url').toString('base64url') === signature
  );
}

async function verifiedCaller(token: string, { keys, clock, issuer, audience }: TokenOptions) {
  const currentDate = clock.now();
  const keyOf = async ({ kid }: { kid?: string }) => {
    const key = kid === undefined ? undefined : await keys.find(kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  };
  const { payload } = await jwtVerify(token, keyOf, {
    algorithms: ['ES256'],
    typ: 'at+jwt',
    issuer,
    audience,
    clockTolerance: toleranceSeconds,
    currentDate,
  });
  const { client_id, tenant_id, scope, driver_id, cnf, iat, exp } = claims.parse(payload);
  if (iat > currentDate.getTime() / 1000 + aheadSeconds) {
    throw new errors.JWTInvalid('issued in the future');
  }
  const caller: ApiCaller = {
    tenant: tenant_id,
    actor: client_id,
    scopes: new Set(scope.split(' ')),
    credential: 'token',
    ...(driver_id !== undefined && { driverId: driver_id }),
    ...(cnf && { keyThumbprint: cnf.jkt }),
  };
  return { caller, endMs: (exp + toleranceSeconds) * 1000 };
}

export const challenge = 'Bearer realm="svc-api"';

/** Names the fault: expired, foreign and malformed tokens need different remedies. */
export const invalidToken = (detail: string): Problem =>
  problem('invalid_token', {
    detail: `${detail} Request a new one from the token endpoint, POST /oauth/token.`,
    headers: { 'www-authenticate': `${challenge}, error="invalid_token"` },
  });

const endedToken = (owner: CredentialOwner): AuthenticationResult => ({
  problem: invalidToken('The client of this token was revoked or replaced.'),
  owner,
});
/** Claims are checked after the signature: an expired token is genuine. */
function ownerOf(error: unknown): { owner?: CredentialOwner } {
  if (!(error instanceof errors.JWTExpired)) return {};
  const { data } = claims.safeParse(error.payload);
  return data ? { owner: { tenant: data.tenant_id, actor: data.client_id } } : {};
}
const notAToken = 'The bearer token is not an access token (a JWT of three parts).';

function faultOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) {
    const { exp } = error.payload;
    const at = exp === undefined ? '' : ` at ${new Date(exp * 1000).toISOString()}`;
    return `The token expired${at}.`;
  }
  if (error instanceof errors.JWTClaimValidationFailed) return claimFault(error.claim);
  if (error instanceof errors.JWKSNoMatchingKey) {
    return 'The token is signed with a key that this issuer does not have.';
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return 'The signature of the token does not match it: it was altered or cut off.';
  }
  return notAToken;
}

const claimFaults: Readonly<Record<string, string>> = {
  iss: 'The token is from another issuer.',
  aud: 'The token is for another API.',
  typ: 'The token is no access token.',
  nbf: 'The token is not valid yet.',
};
const claimFault = (claim: string): string =>
  claimFaults[claim] ?? 'The token lacks what an access token says.';

/** Everything that jose or the claims hold against a token is the token's fault; the rest is ours. */
function tokenProblem(error: unknown): Problem {
  if (error instanceof errors.JOSEError) return invalidToken(faultOf(error));
  if (error instanceof z.ZodError) return invalidToken(claimFault(''));
  if (error instanceof CallFault) return unavailable();
  throw error;
}

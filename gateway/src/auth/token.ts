/** Access tokens (RFC 9068): ES256 and nothing else, from our issuer, for our audience. */
import type { Clock } from '@svc/kit/clock';
import { Fault } from '@svc/kit/reply';
import { errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type Problem, problem, unavailable } from '../http/problem.ts';
import type { Caller, Identified } from './caller.ts';
import type { SigningKeys } from './signing-keys.ts';

const toleranceSeconds = 5;
const lengthMax = 4096;
/** A verified token costs about 2 KB to remember and 100 µs to verify again. */
const rememberedMax = 5_000;

const claims = z.object({
  sub: z.string().min(1),
  client_id: z.string().min(1).max(200),
  tenant_id: z.string().min(1).max(200),
  scope: z.string(),
  driver_id: z.string().min(1).max(64).optional(),
  jti: z.string(),
  iat: z.number(),
  exp: z.number(),
});

export interface TokenOptions {
  keys: SigningKeys;
  clock: Clock;
  issuer: string;
  audience: string;
}

export type VerifyToken = (token: string) => Identified | Promise<Identified>;

export function createTokenVerifier({ keys, clock, issuer, audience }: TokenOptions): VerifyToken {
  const verified = new LRUCache<string, { caller: Caller; expiresMs: number }>({
    max: rememberedMax,
  });
  const keyOf = async ({ kid }: { kid?: string }) => {
    const key = kid === undefined ? undefined : await keys.find(kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  };
  const verify = async (token: string): Promise<Identified> => {
    try {
      const { payload } = await jwtVerify(token, keyOf, {
        algorithms: ['ES256'],
        typ: 'at+jwt',
        issuer,
        audience,
        clockTolerance: toleranceSeconds,
        currentDate: clock.now(),
      });
      const { client_id, tenant_id, scope, driver_id, exp } = claims.parse(payload);
      const caller: Caller = {
        tenant: tenant_id,
        actor: client_id,
        scopes: new Set(scope.split(' ')),
        credential: 'token',
        ...(driver_id !== undefined && { driverId: driver_id }),
      };
      verified.set(token, { caller, expiresMs: (exp + toleranceSeconds) * 1000 });
      return { caller };
    } catch (error) {
      return { problem: tokenProblem(error) };
    }
  };
  return (token) => {
    if (token.length > lengthMax) return { problem: invalidToken };
    const known = verified.get(token);
    if (known && clock.now().getTime() < known.expiresMs) return known;
    return verify(token);
  };
}

export const challenge = 'Bearer realm="svc-api"';

const invalidToken: Problem = problem('invalid_token', {
  headers: { 'www-authenticate': `${challenge}, error="invalid_token"` },
});

/** Everything that jose or the claims hold against a token is the token's fault; the rest is ours. */
function tokenProblem(error: unknown): Problem {
  if (error instanceof errors.JOSEError || error instanceof z.ZodError) return invalidToken;
  if (error instanceof Fault) return unavailable();
  throw error;
}

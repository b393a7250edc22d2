import type { Access, GatewayRoute } from '../endpoint/route.ts';
import { type Problem, problem } from '../problem/problem.ts';
import type { ApiCaller } from './caller.ts';

/** Refusal of a caller at an endpoint, if any. */
export type CheckAccess = (route: GatewayRoute, caller: ApiCaller) => Problem | undefined;

export const checkLiveAccess: CheckAccess = ({ access }, caller) => {
  if ('public' in access) return undefined;
  if (caller.credential === 'key' && !access.keyAllowed) return problem('token_required');
  const held = access.scopes.filter((scope) => caller.scopes.has(scope));
  if (held.length === 0) return insufficient(access.scopes);
  // A courier is let in for the sake of its driver's jobs: without a driver there are none.
  const isUnbound = held.every((scope) => scope === 'ops:courier') && caller.driverId === undefined;
  return isUnbound ? insufficient(access.scopes, 'The token is not bound to a driver.') : undefined;
};

type Scopes = Extract<Access, { scopes: unknown }>['scopes'];

function insufficient(scopes: Scopes, detail?: string): Problem {
  const [first, ...others] = scopes;
  const oneOf = others.length > 0 ? `The token carries none of: ${scopes.join(', ')}.` : undefined;
  const text = detail ?? oneOf;
  return problem('insufficient_scope', {
    ...(text !== undefined && { detail: text }),
    members: { required_scope: first },
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${first}"` },
  });
}

/** The published key opens every endpoint that the sandbox has. */
export const checkSandboxAccess: CheckAccess = () => undefined;

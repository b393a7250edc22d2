import { type Problem, problem } from '../http/problem.ts';
import type { Route } from '../routes/route.ts';
import type { Caller } from './caller.ts';

/** What keeps this caller from this endpoint. */
export type CheckAccess = (route: Route, caller: Caller) => Problem | undefined;

export const checkLiveAccess: CheckAccess = ({ access }, caller) => {
  if ('public' in access) return undefined;
  if (caller.credential === 'key' && !access.keyAllowed) return problem('token_required');
  if (caller.scopes.has(access.scope)) return undefined;
  return problem('insufficient_scope', {
    members: { required_scope: access.scope },
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${access.scope}"` },
  });
};

/** The published key opens every endpoint that the sandbox has. */
export const checkSandboxAccess: CheckAccess = () => undefined;

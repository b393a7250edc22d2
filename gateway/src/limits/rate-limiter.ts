/** Rate limiters of authenticated callers: replicated in memory on live, central on the sandbox. */
import { accounts, carrierScopes, type OutputOf, sandboxRequestsPerMinute } from '@svc/contracts';
import type { LimitState } from '@svc/kit/limits/budget';
import { createReservations } from '@svc/kit/limits/reservation';
import type { Transport } from '@svc/kit/transport';
import { LRUCache } from 'lru-cache';
import { platformMeta } from '../auth/call-meta.ts';
import type { ApiCaller } from '../auth/caller.ts';
import type { Budgets } from './budgets.ts';
import type { ReplicatedBudgets } from './replication.ts';

/** `undefined` if accounts is unavailable: the response is 503. */
export type RateLimitResult = CountedRequest | undefined;
type CountedRequest = LimitState & {
  /** Current tenant of a sandbox caller. */
  tenant?: string;
  /** Names the exceeded limit in the refusal, unless it is the caller's requests per minute. */
  counted?: string;
};
/** `address` gives the caller's address group. */
export type RateLimiter = (
  caller: ApiCaller,
  address: () => string,
) => RateLimitResult | Promise<RateLimitResult>;

interface LiveRateLimiter {
  limitRate: RateLimiter;
  /** Limit state of a caller whose request is not counted. */
  uncounted: (caller: ApiCaller) => LimitState;
}

/**
 * Sliding windows in memory, replicated between gateways: one of the client, and above it one of its
 * tenant, which makes clients as it likes. The carrier's clients, which work for all tenants, have none
 * above them. The response shows the state of the tighter one.
 */
export function createLiveRateLimiter({ budgets, replicated }: ReplicatedBudgets): LiveRateLimiter {
  const { client, tenant } = budgets;
  const pending = (caller: ApiCaller) =>
    replicated('client', caller.actor) ??
    (isOfCarrier(caller) ? undefined : replicated('tenant', caller.tenant));
  const count = (caller: ApiCaller): CountedRequest => {
    if (isOfCarrier(caller)) return client.consume(caller.actor);
    const together = tenant.peek(caller.tenant);
    // Looked at first: a refused request is not counted, neither of the client.
    if (!together.admitted) return { ...together, counted: requestsOfTenant };
    const own = client.consume(caller.actor);
    return own.admitted ? tighter(own, tenant.consume(caller.tenant)) : own;
  };
  const afterReplication = async (caller: ApiCaller, first: Promise<void>) => {
    for (let wait: Promise<void> | undefined = first; wait; wait = pending(caller)) await wait;
    return count(caller);
  };
  return {
    limitRate: (caller) => {
      const waiting = pending(caller);
      return waiting ? afterReplication(caller, waiting) : count(caller);
    },
    uncounted: (caller) => {
      const own = client.peek(caller.actor);
      return isOfCarrier(caller) ? own : tighter(own, tenant.peek(caller.tenant));
    },
  };
}

const requestsOfTenant = 'requests of all your clients within a minute';

export const isOfCarrier = ({ scopes }: ApiCaller): boolean =>
  carrierScopes.some((scope) => scopes.has(scope));

const tighter = (own: LimitState, together: LimitState): LimitState =>
  together.remaining < own.remaining ? together : own;

/** Limit state of a sandbox caller whose request was not counted: accounts holds the real one. */
export const unknownLimitState: LimitState = {
  admitted: false,
  limit: sandboxRequestsPerMinute,
  remaining: 0,
  resetSeconds: 1,
};

/** LRU bound of the sessions known to exist; they need no reservation of a new session. */
const sessionsMax = 20_000;

/**
 * Sandbox: accounts keeps an exact sliding log per caller, next to the caller's tenant. Each address
 * also has a budget of requests and one of new sessions, so that a new session per request does not
 * evade the limit.
 */
export function createSandboxRateLimiter(transport: Transport, budgets: Budgets): RateLimiter {
  const known = new LRUCache<string, true>({ max: sessionsMax });
  const newSessions = createReservations(budgets.session);
  const callAdmit = (caller: ApiCaller, known_only: boolean) =>
    callAccounts(transport, caller, known_only);
  return async (caller, address) => {
    const group = address();
    const addressState = budgets.address.consume(group);
    if (!addressState.admitted) return { ...addressState, counted: requestsAMinute };
    if (known.has(caller.actor)) return resultOf(await callAdmit(caller, false));
    const reserved = await newSessions.run(group, {
      work: () => callAdmit(caller, false),
      charges: (admission) => admission?.caller === 'new',
    });
    if ('busy' in reserved) return undefined;
    const admission = 'result' in reserved ? reserved.result : await callAdmit(caller, true);
    if (admission?.caller === 'refused') {
      // The budget of the address is not exhausted: the sandbox itself is full (503).
      return 'exhausted' in reserved
        ? { ...reserved.exhausted, counted: newSessionsAnHour }
        : undefined;
    }
    if (admission) known.set(caller.actor, true);
    return resultOf(admission);
  };
}

const requestsAMinute = 'requests of one address within a minute';
const newSessionsAnHour = 'new sessions of one address within an hour';

type Admission = OutputOf<typeof accounts.actions.admit>;

async function callAccounts(
  transport: Transport,
  { actor }: ApiCaller,
  known_only: boolean,
): Promise<Admission | undefined> {
  const input = { caller: actor, limit: sandboxRequestsPerMinute, known_only };
  const reply = await transport.call('accounts', 'admit', input, platformMeta('admit'));
  return 'ok' in reply ? accounts.actions.admit.output.parse(reply.ok) : undefined;
}

const resultOf = (admission: Admission | undefined): RateLimitResult =>
  admission && {
    admitted: admission.admitted,
    limit: admission.limit,
    remaining: admission.remaining,
    resetSeconds: admission.reset_seconds,
    tenant: admission.tenant_id,
  };

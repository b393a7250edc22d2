/**
 * Authorization pipeline, run for every request before its body is read.
 *
 *     header check → authentication → concurrency limit → rate limit → access check → body, handler
 *         400            401              503              429 / 503       403
 *
 * Terms
 * - **decision**: outcome of the pipeline: the rate-limit state for the response headers, the
 *   authenticated caller, and the problem to answer with, if any.
 * - **slot**: one request in flight; released with its response.
 * - **failure budget**: failed authentications of one address. Reserved before a credential is
 *   verified, so that guessing stops before it costs a signature or a look-up.
 *
 * The pipeline is synchronous when the credential is cached and the rate limit is local (live API):
 * the common case costs no promise.
 */
import { addressGroup, callerAddress } from '@svc/kit/limits/address';
import type { LimitState } from '@svc/kit/limits/budget';
import { type ConcurrencyLimit, holdSlot } from '@svc/kit/limits/concurrency';
import { createReservations } from '@svc/kit/limits/reservation';
import type { TraceSpan } from '@svc/kit/tracer';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { CheckAccess } from '../auth/access.ts';
import type {
  ApiCaller,
  Authenticate,
  AuthenticationResult,
  CredentialOwner,
  UnverifiedCredential,
} from '../auth/caller.ts';
import type { GatewayRoute } from '../endpoint/route.ts';
import type { BudgetName, Budgets } from '../limits/budgets.ts';
import type { RateLimiter, RateLimitResult } from '../limits/rate-limiter.ts';
import { headerFault } from '../problem/headers.ts';
import {
  type Problem,
  problem,
  retryAfter,
  type SendProblem,
  unavailable,
} from '../problem/problem.ts';
import { isSheddable } from './overload.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller; null on public endpoints. */
    caller: ApiCaller | null;
    /** Owner of the refused credential; null where none is known. */
    owner: CredentialOwner | null;
    /** `METHOD /pattern` of the matched endpoint. */
    routeLabel: string;
    /** Code of the problem in the response, for the access log. */
    problemCode: string | null;
    /** Time spent on authorization by calls to accounts, ms. */
    authorizationMs: number;
    /** Null if the request did not come through Fastify. */
    span: TraceSpan | null;
  }
}

export interface AuthorizationParts {
  authenticate: Authenticate;
  limitRate: RateLimiter;
  /** Rate-limit state of a caller whose request is not counted. */
  uncounted: (caller: ApiCaller) => LimitState;
  checkAccess: CheckAccess;
  budgets: Budgets;
  trustedProxies: number;
  sendProblem: SendProblem;
  /** Security headers of every response. */
  headers: Readonly<Record<string, string>>;
  concurrency: ConcurrencyLimit;
  /** Keys under which requests in flight are counted together. */
  slotKeys: (caller: ApiCaller, address: Address) => SlotKeys;
}

export interface Authorization {
  /** Hook of an endpoint; `label` names it in logs. */
  forRoute(route: GatewayRoute, label: string): onRequestHookHandler;
  /** Hook of an unmatched request; `refuse` returns its problem, or undefined to let it pass. */
  forUnknownPath(refuse: (request: FastifyRequest) => Problem | undefined): onRequestHookHandler;
  /** Counts a malformed request, for which Fastify runs no hook, against its address. */
  countMalformed(request: FastifyRequest, reply: FastifyReply): void;
}

type Address = () => string;
type SlotKeys = readonly [client: string, tenant?: string];

interface Decision {
  limitState: LimitState;
  caller?: ApiCaller;
  owner?: CredentialOwner | undefined;
  problem?: Problem | undefined;
}

export function createAuthorization(parts: AuthorizationParts): Authorization {
  const { budgets, headers } = parts;
  const pipeline = createPipeline(parts);
  const hook = hookOf(parts);
  return {
    forRoute: (route, label) =>
      hook((request, reply) => {
        request.routeLabel = label;
        return pipeline.forRoute(request, reply, route);
      }),
    forUnknownPath: (refuse) =>
      hook((request) => pipeline.forUnknownPath(request, refuse(request))),
    countMalformed: (request, reply) => {
      request.routeLabel = 'malformed';
      reply.headers(headers).header('x-request-id', request.id);
      setRateLimitHeaders(reply, budgets.api.consume(addressOf(request, parts)()));
    },
  };
}

/** Lazy: parsing the address is wasted on callers that are authenticated by a token. */
const addressOf =
  (request: FastifyRequest, { trustedProxies }: AuthorizationParts): Address =>
  () =>
    addressGroup(callerAddress(request.raw, trustedProxies));

/** The steps of the pipeline that depend on the kind of request. */
interface PipelineRequest {
  address: Address;
  /** Takes a slot of the concurrency limit; false when none is free. */
  acquireSlot: (...keys: SlotKeys) => boolean;
  checkAccess: (caller: ApiCaller) => Problem | undefined;
  /** Maps an authentication problem to the response. */
  onUnauthenticated: (problem: Problem) => Problem | undefined;
}

/** Decisions about requests that are counted per address. */
const addressDecisions = (budgets: Budgets) => ({
  anonymous: (name: BudgetName, address: Address, otherwise?: Problem): Decision => {
    const limitState = budgets[name].consume(address());
    return { limitState, problem: limitState.admitted ? otherwise : rateLimited(limitState) };
  },
  /** 503 through a fault of the platform: not counted. */
  unavailable: (name: BudgetName, address: Address): Decision => ({
    limitState: budgets[name].peek(address()),
    problem: unavailable(),
  }),
});

function createPipeline(parts: AuthorizationParts) {
  const { checkAccess, concurrency } = parts;
  const decide = addressDecisions(parts.budgets);
  const authenticated = createAuthenticationStep(parts);
  return {
    forRoute: (request: FastifyRequest, reply: FastifyReply, route: GatewayRoute) => {
      const address = addressOf(request, parts);
      const acquireSlot = (...keys: SlotKeys) =>
        !isSheddable(route) || holdSlot(reply, concurrency.enter(...keys));
      if ('public' in route.access) {
        const name = route.access.public;
        if (!acquireSlot(`address ${address()}`)) return decide.unavailable(name, address);
        return decide.anonymous(name, address, headerFault(request.raw));
      }
      return authenticated(request, {
        address,
        acquireSlot,
        checkAccess: (caller) => checkAccess(route, caller),
        onUnauthenticated: (problem) => problem,
      });
    },
    /** An unknown path takes no slot, and answers 404 with a bad credential too. */
    forUnknownPath: (request: FastifyRequest, refusal: Problem | undefined) => {
      const refused = () => refusal;
      return authenticated(request, {
        address: addressOf(request, parts),
        acquireSlot: () => true,
        checkAccess: refused,
        onUnauthenticated: refused,
      });
    },
  };
}

function createAuthenticationStep(parts: AuthorizationParts) {
  const { authenticate, budgets } = parts;
  const failures = createReservations(budgets.failure);
  const decide = addressDecisions(budgets);
  const settled = (
    result: AuthenticationResult,
    pipeline: PipelineRequest,
  ): Decision | Promise<Decision> => {
    if ('caller' in result) return authorizeCaller(parts, result.caller, pipeline);
    const { address, onUnauthenticated } = pipeline;
    const refusal = onUnauthenticated(result.problem);
    const { owner } = result;
    return refusal?.code === 'unavailable'
      ? decide.unavailable('api', address)
      : { ...decide.anonymous('api', address, refusal), owner };
  };
  const verified = async (
    { verify }: UnverifiedCredential,
    pipeline: PipelineRequest,
  ): Promise<Decision> => {
    const { address } = pipeline;
    const reserved = await failures.run(address(), { work: verify, charges: isFailure });
    if ('result' in reserved) return settled(reserved.result, pipeline);
    if ('busy' in reserved) return decide.unavailable('api', address);
    return {
      limitState: reserved.exhausted,
      problem: rateLimited(reserved.exhausted, failedAuthentications),
    };
  };
  return (request: FastifyRequest, pipeline: PipelineRequest): Decision | Promise<Decision> => {
    const fault = headerFault(request.raw);
    if (fault) return decide.anonymous('api', pipeline.address, fault);
    const result = authenticate(request.headers, pipeline.address);
    return 'verify' in result ? verified(result, pipeline) : settled(result, pipeline);
  };
}

const failedAuthentications = 'failed authentications of one address within a minute';
const isFailure = (result: AuthenticationResult): boolean =>
  'problem' in result && result.problem.code !== 'unavailable';

/** Concurrency limit, rate limit and access check of an authenticated caller. */
function authorizeCaller(
  { limitRate, uncounted, slotKeys }: AuthorizationParts,
  caller: ApiCaller,
  { address, acquireSlot, checkAccess }: PipelineRequest,
): Decision | Promise<Decision> {
  const decisionOf = (result: RateLimitResult): Decision => {
    if (!result) return { limitState: uncounted(caller), caller, problem: unavailable() };
    const { tenant, counted } = result;
    const refusal = result.admitted ? checkAccess(caller) : rateLimited(result, counted);
    const withTenant = tenant === undefined ? caller : { ...caller, tenant };
    return { limitState: result, caller: withTenant, problem: refusal };
  };
  if (!acquireSlot(...slotKeys(caller, address))) {
    return { limitState: uncounted(caller), caller, problem: unavailable() };
  }
  const limited = limitRate(caller, address);
  return limited instanceof Promise ? limited.then(decisionOf) : decisionOf(limited);
}

/** Sends the problem of a refused request before its body is read; every other request continues to its body. */
const hookOf =
  ({ sendProblem, headers }: AuthorizationParts) =>
  (
    decide: (request: FastifyRequest, reply: FastifyReply) => Decision | Promise<Decision>,
  ): onRequestHookHandler =>
  (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    const apply = ({ limitState, caller, owner, problem: refusal }: Decision) => {
      setRateLimitHeaders(reply, limitState);
      if (caller) request.caller = caller;
      if (owner) request.owner = owner;
      if (refusal) sendProblem(request, reply, refusal);
      else done();
    };
    const decision = decide(request, reply);
    if (!(decision instanceof Promise)) {
      apply(decision);
      return;
    }
    const startedMs = performance.now();
    decision
      .then((later) => {
        request.authorizationMs = performance.now() - startedMs;
        apply(later);
      })
      .catch(done);
  };

function setRateLimitHeaders(
  reply: FastifyReply,
  { limit, remaining, resetSeconds }: LimitState,
): void {
  reply
    .header('x-ratelimit-limit', limit)
    .header('x-ratelimit-remaining', remaining)
    .header('x-ratelimit-reset', resetSeconds);
}

export const rateLimited = (
  { limit, resetSeconds }: LimitState,
  counted = 'requests within a minute',
): Problem =>
  problem('rate_limited', {
    detail: `More than ${limit} ${counted}. Try again in ${resetSeconds} s.`,
    ...retryAfter(resetSeconds),
  });

/** What every request passes before its body is read: headers, caller, rate limit, access. */
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { CheckAccess } from '../auth/access.ts';
import type { Caller, Identified, Identify } from '../auth/caller.ts';
import { addressGroup, callerAddress } from '../limits/address.ts';
import type { BudgetName, Budgets } from '../limits/budgets.ts';
import { type Meter, sandboxLimit } from '../limits/meter.ts';
import type { Standing } from '../limits/window.ts';
import type { Route } from '../routes/route.ts';
import { headerFault } from './headers.ts';
import { type Problem, problem, type SendProblem, unavailable } from './problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request is admitted; stays null on public endpoints. */
    caller: Caller | null;
    /** `METHOD /pattern` of the endpoint that takes it. */
    routeLabel: string;
    /** The code of the problem that answered it, for the request's log line. */
    problemCode: string | null;
  }
}

export interface GateParts {
  identify: Identify;
  meter: Meter;
  checkAccess: CheckAccess;
  budgets: Budgets;
  trustedProxies: number;
  sendProblem: SendProblem;
}

export interface Gate {
  /** For an endpoint of the table; `label` names it in logs. */
  enter(route: Route, label: string): onRequestHookHandler;
  /** For a request that no endpoint takes; `refuse` says why, or that it may be answered. */
  enterUnknown(refuse: (request: FastifyRequest) => Problem | undefined): onRequestHookHandler;
  /** For a request so broken that no hook runs: counts it against its address. */
  countBroken(request: FastifyRequest, reply: FastifyReply): void;
}

type Address = () => string;

interface Verdict {
  standing: Standing;
  caller?: Caller;
  problem?: Problem | undefined;
}

export function createGate(parts: GateParts): Gate {
  const { budgets, sendProblem } = parts;
  const judge = createJudge(parts);
  const pass = hookOf(sendProblem);
  return {
    enter: (route, label) =>
      pass((request) => {
        request.routeLabel = label;
        return judge.known(request, route);
      }),
    enterUnknown: (refuse) => pass((request) => judge.unknown(request, refuse(request))),
    countBroken: (request, reply) => {
      request.routeLabel = 'malformed';
      reply.header('x-request-id', request.id);
      setStanding(reply, budgets.api.take(addressOf(request, parts)()));
    },
  };
}

/** Put off until it is needed: a caller with a token is known without it. */
const addressOf =
  (request: FastifyRequest, { trustedProxies }: GateParts): Address =>
  () =>
    addressGroup(callerAddress(request.raw, trustedProxies));

function createJudge(parts: GateParts) {
  const { identify, budgets, meter, checkAccess } = parts;
  const anonymous = (name: BudgetName, address: Address, otherwise?: Problem): Verdict => {
    const standing = budgets[name].take(address());
    return { standing, problem: standing.admitted ? otherwise : rateLimited(standing) };
  };
  const identified = (
    found: Identified,
    address: Address,
    access: (caller: Caller) => Problem | undefined,
  ): Verdict | Promise<Verdict> => {
    if ('caller' in found) return admit(meter, found.caller, access);
    // Nobody's fault but ours: it costs the caller nothing.
    if (found.problem.code === 'unavailable') {
      return { standing: budgets.api.look(address()), problem: found.problem };
    }
    return anonymous('api', address, found.problem);
  };
  return {
    known: (request: FastifyRequest, route: Route): Verdict | Promise<Verdict> => {
      const address = addressOf(request, parts);
      const fault = headerFault(request.raw);
      if ('public' in route.access) return anonymous(route.access.public, address, fault);
      if (fault) return anonymous('api', address, fault);
      const access = (caller: Caller) => checkAccess(route, caller);
      const found = identify(request.headers, address);
      return found instanceof Promise
        ? found.then((later) => identified(later, address, access))
        : identified(found, address, access);
    },
    unknown: async (request: FastifyRequest, refusal: Problem | undefined): Promise<Verdict> => {
      const address = addressOf(request, parts);
      const fault = headerFault(request.raw);
      if (fault) return anonymous('api', address, fault);
      const found = await identify(request.headers, address);
      // A bad credential changes nothing about a path that does not exist.
      return 'caller' in found
        ? admit(meter, found.caller, () => refusal)
        : anonymous('api', address, refusal);
    },
  };
}

function admit(
  meter: Meter,
  caller: Caller,
  access: (caller: Caller) => Problem | undefined,
): Verdict | Promise<Verdict> {
  const verdict = (standing: Standing | undefined): Verdict => {
    if (!standing) return { standing: unknownStanding, caller, problem: unavailable() };
    const refusal = standing.admitted ? access(caller) : rateLimited(standing);
    return { standing, caller, problem: refusal };
  };
  const metered = meter(caller);
  return metered instanceof Promise ? metered.then(verdict) : verdict(metered);
}

const unknownStanding: Standing = {
  admitted: false,
  limit: sandboxLimit,
  remaining: 0,
  resetSeconds: 1,
};

/** Answers at once what is refused; everything else goes on to its body and handler. */
const hookOf =
  (sendProblem: SendProblem) =>
  (judge: (request: FastifyRequest) => Verdict | Promise<Verdict>): onRequestHookHandler =>
  (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    const settle = ({ standing, caller, problem: refusal }: Verdict) => {
      setStanding(reply, standing);
      if (caller) request.caller = caller;
      if (refusal) sendProblem(request, reply, refusal);
      else done();
    };
    const verdict = judge(request);
    if (verdict instanceof Promise) verdict.then(settle).catch(done);
    else settle(verdict);
  };

function setStanding(reply: FastifyReply, { limit, remaining, resetSeconds }: Standing): void {
  reply
    .header('x-ratelimit-limit', limit)
    .header('x-ratelimit-remaining', remaining)
    .header('x-ratelimit-reset', resetSeconds);
}

const rateLimited = ({ limit, resetSeconds }: Standing): Problem =>
  problem('rate_limited', {
    detail: `More than ${limit} requests within a minute. Try again in ${resetSeconds} s.`,
    headers: { 'retry-after': String(resetSeconds) },
    members: { retry_after_seconds: resetSeconds },
  });

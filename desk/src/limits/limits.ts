/**
 * Limits of the desk, checked before a body is read.
 *
 *     embedded elsewhere? → person, or address without one → slot in flight → count → handler
 *            403                     429 / 503                      503          429
 *
 * Terms
 * - **embedded**: asked for by a page of another site as a picture, script or frame (Fetch Metadata), or
 *   ahead of a click. Nothing here may be; neither counted nor looked up, or a foreign page could use up
 *   the limits of the office that its visitor sits in.
 * - **visitor**: who is counted: the person of a session that accounts knows, whatever sessions he has,
 *   else the address group. A cookie alone is no session: a new made-up token for each request would
 *   evade every limit.
 * - **look-up**: the call to accounts that a token costs while it is not cached. A unit of the address is
 *   reserved for it and charged when the token is of no session. Sessions that this process has seen
 *   before need none: what others send from their address refuses them nothing.
 * - **slot**: one request in flight; released with its response. Streams stay open and have bounds of
 *   their own (`live/streams.ts`).
 * - **static**: scripts, style sheet, font and icon. Served from memory to browsers that keep them, and one page takes many:
 *   counted, they would make the limit of pages a matter of how many modules a page has.
 * - **tiles**: ranges of the map's archive, dozens for a look at the map. They take slots and are not
 *   counted, unless without a session, which is refused.
 */
import type { Person } from '@svc/contracts';
import type { Clock } from '@svc/kit/clock';
import { addressGroup, callerAddress } from '@svc/kit/limits/address';
import { createConcurrencyLimit, holdSlot } from '@svc/kit/limits/concurrency';
import { createReservations } from '@svc/kit/limits/reservation';
import { kitMetrics } from '@svc/kit/metric-definitions';
import type { Metrics } from '@svc/kit/metrics';
import type { Transport } from '@svc/kit/transport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeskConfig } from '../config.ts';
import type { People } from '../identity/people.ts';
import { sessionTokenOf } from '../request/cookies.ts';
import { away, type Failure } from '../request/failure.ts';
import { isEmbedded, isPrefetch, isUnclicked } from '../request/fetch-metadata.ts';
import { isUseOfSession, ownMeta } from '../request/request-notes.ts';
import { createBudgets } from './budgets.ts';
import {
  embedded,
  manyFailedSignIns,
  manyLookUps,
  manyOfAddress,
  manyOfPerson,
  overload,
} from './refusals.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Of the desk: `static` is neither counted nor bounded, a `stream` takes no slot, `tiles` of a session
     * are not counted.
     */
    load?: 'static' | 'stream' | 'tiles';
  }
}

/** Outcome of an attempt to sign in, or of a part of it. */
export type SignInResult<T> = { ok: T } | { failure: Failure };

export interface DeskLimits {
  /** Counts a request and holds its slot; a failure when it is refused. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<Failure | undefined>;
  /** Runs an attempt to sign in, unless too many of the address failed; charges one that fails. */
  signIn<T>(
    request: FastifyRequest,
    attempt: () => Promise<SignInResult<T>>,
  ): Promise<SignInResult<T>>;
}

interface LimitParts {
  config: DeskConfig;
  transport: Transport;
  clock: Clock;
  people: Pick<People, 'find' | 'isKnown'>;
  metrics?: Metrics | undefined;
}

/** Shares of the slots that one visitor, and the people of one tenant, may hold. */
const visitorShare = 1 / 4;
const tenantShare = 1 / 2;

export function createLimits(desk: LimitParts): DeskLimits {
  const { config, metrics } = desk;
  const budgets = createBudgets(desk);
  const attempts = createReservations(budgets.signIn);
  const max = config.SVC_IN_FLIGHT_MAX;
  const slots = createConcurrencyLimit({
    max,
    clientMax: Math.ceil(max * visitorShare),
    tenantMax: Math.ceil(max * tenantShare),
  });
  metrics?.collect(async () => [{ metric: kitMetrics.requestsInFlight, value: slots.inFlight() }]);
  const addressOf = ({ raw }: FastifyRequest) =>
    addressGroup(callerAddress(raw, config.SVC_TRUSTED_PROXIES));
  const findSession = createSessionFinder(desk, createReservations(budgets.lookUp));
  return {
    admit: async (request, reply) => {
      const { load } = request.routeOptions.config;
      if (load === 'static') return undefined;
      if (isUnasked(request)) return embedded;
      const address = addressOf(request);
      const found = await findSession(request, address);
      if (found && 'failure' in found) return found.failure;
      const slot = () => slots.enter(...slotKeys(found, address));
      if (load !== 'stream' && !holdSlot(reply, slot())) return overload;
      if (!found) return manyOfAddress(budgets.address.consume(address));
      if (load === 'tiles') return undefined;
      const refused = manyOfPerson(await budgets.person(found.user.id));
      // Its tenant stands in the access log, its name on the page of the refusal.
      if (refused) request.notes.person = found;
      return refused;
    },
    signIn: async (request, attempt) => {
      const reserved = await attempts.run(addressOf(request), { work: attempt, charges: isFailed });
      if ('result' in reserved) return reserved.result;
      if ('busy' in reserved) return { failure: away };
      return { failure: manyFailedSignIns(reserved.exhausted) };
    },
  };
}

/** The carrier's people have no bound together: they work for all tenants. */
const slotKeys = (found: Person | undefined, address: string): [string, string?] => {
  if (!found) return [`address ${address}`];
  const { user, tenant } = found;
  return tenant.carrier ? [user.id] : [user.id, tenant.id];
};

/** A link of an invitation that leads nowhere counts as a failed sign-in of its address. */
const isUnasked = (request: FastifyRequest): boolean =>
  isEmbedded(request) ||
  isPrefetch(request) ||
  (request.url.startsWith('/invitations/') && isUnclicked(request));

/** A provider or a service that is away is no fault of the address. */
const isFailed = (result: SignInResult<unknown>): boolean =>
  'failure' in result && result.failure.status < 500;

type FindSession = (
  request: FastifyRequest,
  address: string,
) => Promise<Person | { failure: Failure } | undefined>;

const createSessionFinder =
  (
    { people }: Pick<LimitParts, 'people'>,
    lookUps: ReturnType<typeof createReservations>,
  ): FindSession =>
  async (request, address) => {
    const token = sessionTokenOf(request);
    if (token === undefined) return undefined;
    const find = () => people.find(token, ownMeta(request), isUseOfSession(request));
    if (people.isKnown(token)) return find();
    const reserved = await lookUps.run(address, { work: find, charges: (person) => !person });
    if ('result' in reserved) return reserved.result;
    return { failure: 'busy' in reserved ? away : manyLookUps(reserved.exhausted) };
  };

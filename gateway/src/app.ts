/** The gateway as a Fastify instance; nothing listens yet. */

import { httpServerOptions, requestEnd } from '@svc/kit/http-server';
import { newId } from '@svc/kit/ids';
import { createConcurrencyLimit } from '@svc/kit/limits/concurrency';
import { kitMetrics } from '@svc/kit/metric-definitions';
import { createStorage } from '@svc/kit/storage';
import { onlyDeclared } from '@svc/kit/transport';
import { openMapArchive } from '@svc/web/map/archive';
import { groundOf } from '@svc/web/map/settings';
import { type FastifyInstance, fastify } from 'fastify';
import { checkLiveAccess, checkSandboxAccess } from './auth/access.ts';
import { createApiKeyVerifier } from './auth/api-key.ts';
import { createJwksCache } from './auth/jwks-cache.ts';
import { createLiveAuthentication } from './auth/live-credentials.ts';
import { createRevokedClients } from './auth/revoked-clients.ts';
import { createSandboxAuthentication } from './auth/sandbox-credentials.ts';
import { createTokenVerifier } from './auth/token.ts';
import { brandOf, tilesPath } from './brand/brand.ts';
import { gatewayCalls } from './calls.ts';
import { authUrl, docsUrl, type GatewayConfig } from './config.ts';
import type { Gateway, GatewayRoute } from './endpoint/route.ts';
import { type AuthorizationParts, createAuthorization } from './http/authorize.ts';
import { createDrawings } from './http/drawings.ts';
import { serveRoutes } from './http/endpoints.ts';
import { errorHandler, requestFinish, startSpan } from './http/lifecycle.ts';
import { createRequestLog } from './http/request-log.ts';
import { answerRaw, answerUnrouted } from './http/server.ts';
import { createBudgets } from './limits/budgets.ts';
import {
  createLiveRateLimiter,
  createSandboxRateLimiter,
  isOfCarrier,
  unknownLimitState,
} from './limits/rate-limiter.ts';
import { replicateBudgets } from './limits/replication.ts';
import { problemSender } from './problem/problem.ts';
import { routesOf, routeTable } from './routes/index.ts';

export interface GatewayParts extends Pick<Gateway, 'config' | 'transport' | 'clock' | 'log'> {
  metrics?: Gateway['metrics'];
  tracer?: Gateway['tracer'];
  storage?: Gateway['storage'];
  /** Another table than the shipped one: for tests. */
  table?: readonly GatewayRoute[];
}

export function buildGateway(parts: GatewayParts): FastifyInstance {
  const { config } = parts;
  const stops: (() => void)[] = [];
  const base = gatewayOf(parts, stops);
  const pipelineParts = authorizationParts(base);
  const gateway = {
    ...base,
    hasEnded: credentialCheck(pipelineParts),
    draw: createDrawings(pipelineParts),
  };
  const authorization = createAuthorization(pipelineParts);
  const newRequestId = () => newId('req_', parts.clock.now());
  const raw = {
    docsUrl: docsUrl(config),
    newRequestId,
    budget: pipelineParts.budgets.api,
    headers: pipelineParts.headers,
  };
  const onError = errorHandler(gateway);
  const requestLog = createRequestLog(gateway);
  const requests = requestEnd(requestFinish(gateway, requestLog));
  const app = fastify({
    ...httpServerOptions,
    genReqId: newRequestId,
    clientErrorHandler: (error, socket) => answerRaw(error, socket, raw),
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these.
      authorization.countMalformed(request, reply);
      onError(error, request, reply);
      requests.end(request, reply);
    },
  });
  answerUnrouted(app, raw);
  decorate(app, gateway);
  app.setErrorHandler(onError);
  app.addHook('onSend', requests.onSend);
  app.addHook('onResponse', requests.onResponse);
  app.addHook('preClose', (done) => {
    for (const stop of stops) stop();
    done();
  });
  app.addHook('onClose', () => gateway.mapArchive?.close());
  app.addHook('onClose', () => requestLog.flush());
  serveRoutes(app, gateway, authorization);
  return app;
}

/** Share of the slots of a process that the clients of one tenant may hold. */
const tenantShare = 1 / 2;

/** Declares the state that hooks and handlers keep with a request. */
function decorate(app: FastifyInstance, gateway: Gateway): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('owner', null);
  app.decorateRequest('problemCode', null);
  app.decorateRequest('routeLabel', 'unmatched');
  app.decorateRequest('authorizationMs', 0);
  app.decorateRequest('span', null);
  app.addHook('onRequest', startSpan(gateway));
}

type GatewayBase = Omit<Gateway, 'hasEnded' | 'draw'>;

function gatewayOf(parts: GatewayParts, stops: (() => void)[]): GatewayBase {
  const { config, table = routeTable } = parts;
  return {
    ...parts,
    transport: onlyDeclared(parts.transport, gatewayCalls(table)),
    storage: parts.storage ?? createStorage(config.SVC_FILES_URL),
    routes: routesOf(config.SVC_ENVIRONMENT, table),
    liveRoutes: routesOf('live'),
    sendProblem: problemSender(docsUrl(config)),
    brand: brandOf(config),
    mapArchive: config.SVC_MAP_PMTILES ? openMapArchive(config.SVC_MAP_PMTILES) : undefined,
    // No style address here: recipients would send requests to a third party.
    mapGround: groundOf(
      { ...config, SVC_MAP_STYLE_URL: undefined, SVC_MAP_ORIGINS: [] },
      { tilesPath, area: config.SVC_OPERATING_AREA },
    ),
    onStop: (stop) => stops.push(stop),
  };
}

function authorizationParts({
  config,
  transport,
  clock,
  metrics,
  sendProblem,
}: GatewayBase): AuthorizationParts {
  const limits = {
    client: config.SVC_LIVE_LIMIT,
    tenant: config.SVC_TENANT_LIMIT,
    anonymous: config.SVC_ANONYMOUS_LIMIT,
    sandboxAddress: config.SVC_SANDBOX_ADDRESS_LIMIT,
    sandboxSessions: config.SVC_SANDBOX_SESSION_LIMIT,
  };
  const replicated = replicateBudgets(createBudgets(clock, limits), transport);
  const { budgets } = replicated;
  const headers = securityHeaders(config);
  const concurrency = createConcurrencyLimit({
    max: config.SVC_IN_FLIGHT_MAX,
    clientMax: config.SVC_IN_FLIGHT_PER_CLIENT,
    tenantMax: Math.ceil(config.SVC_IN_FLIGHT_MAX * tenantShare),
  });
  metrics?.collect(async () => [
    { metric: kitMetrics.requestsInFlight, value: concurrency.inFlight() },
  ]);
  const trustedProxies = config.SVC_TRUSTED_PROXIES;
  const common = { budgets, concurrency, trustedProxies, sendProblem, headers };
  if (config.SVC_ENVIRONMENT === 'sandbox') {
    return {
      ...common,
      authenticate: createSandboxAuthentication({
        publishedKey: config.SVC_SANDBOX_KEY,
        secret: config.SVC_SECRET,
      }),
      limitRate: createSandboxRateLimiter(transport, budgets),
      uncounted: () => unknownLimitState,
      // Sessions are free: what one address has in flight counts together.
      slotKeys: (_caller, address) => [`address ${address()}`],
      checkAccess: checkSandboxAccess,
    };
  }
  const revoked = createRevokedClients(transport, clock);
  const verifyToken = createTokenVerifier({
    keys: createJwksCache({ transport, clock }),
    revoked,
    clock,
    issuer: authUrl(config),
    audience: config.SVC_API_AUDIENCE,
  });
  return {
    ...common,
    authenticate: createLiveAuthentication(verifyToken, createApiKeyVerifier(transport, clock)),
    ...createLiveRateLimiter(replicated),
    slotKeys: (caller) => (isOfCarrier(caller) ? [caller.actor] : [caller.actor, caller.tenant]),
    checkAccess: checkLiveAccess,
  };
}

/** Not counted: the request was let in, and is answered already. */
const credentialCheck =
  ({ authenticate }: AuthorizationParts): Gateway['hasEnded'] =>
  async ({ headers }) => {
    const result = authenticate(headers, () => '');
    const settled = 'verify' in result ? await result.verify() : result;
    return 'problem' in settled && settled.problem.code !== 'unavailable';
  };

const yearSeconds = 365 * 24 * 60 * 60;

/** Headers of every response. HSTS (RFC 6797) only for https: over http it has no effect. */
const securityHeaders = ({ SVC_PUBLIC_URL }: GatewayConfig): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  ...(SVC_PUBLIC_URL.startsWith('https:') && {
    'strict-transport-security': `max-age=${yearSeconds}`,
  }),
});

/** The gateway as a Fastify instance; nothing listens yet. */
import { newId } from '@svc/kit/ids';
import { createStorage } from '@svc/kit/storage';
import { type FastifyInstance, fastify } from 'fastify';
import { checkLiveAccess, checkSandboxAccess } from './auth/access.ts';
import { createApiKeyVerifier } from './auth/api-key.ts';
import { createLiveIdentify } from './auth/live.ts';
import { createSandboxIdentify } from './auth/sandbox.ts';
import { createSigningKeys } from './auth/signing-keys.ts';
import { createTokenVerifier } from './auth/token.ts';
import { authUrl, docsUrl } from './config.ts';
import { serveRoutes } from './http/endpoints.ts';
import { createGate, type GateParts } from './http/gate.ts';
import { errorHandler, requestLog } from './http/lifecycle.ts';
import { problemSender } from './http/problem.ts';
import { answerRaw, answerUnrouted, serverOptions } from './http/server.ts';
import { createBudgets } from './limits/budgets.ts';
import { createLiveMeter, createSandboxMeter } from './limits/meter.ts';
import { shareBudgets } from './limits/sharing.ts';
import { routesOf, routeTable } from './routes/index.ts';
import type { Gateway, Route } from './routes/route.ts';

export interface GatewayParts extends Pick<Gateway, 'config' | 'transport' | 'clock' | 'log'> {
  metrics?: Gateway['metrics'];
  storage?: Gateway['storage'];
  /** Another table than the shipped one: for tests. */
  table?: readonly Route[];
}

export function buildGateway(parts: GatewayParts): FastifyInstance {
  const { config, table = routeTable } = parts;
  const stops: (() => void)[] = [];
  const gateway: Gateway = {
    ...parts,
    storage: parts.storage ?? createStorage(config.SVC_FILES_URL),
    routes: routesOf(config.SVC_ENVIRONMENT, table),
    sendProblem: problemSender(docsUrl(config)),
    onStop: (stop) => stops.push(stop),
  };
  const checks = gateParts(gateway);
  const gate = createGate(checks);
  const newRequestId = () => newId('req_', parts.clock.now());
  const raw = { docsUrl: docsUrl(config), newRequestId, budget: checks.budgets.api };
  const onError = errorHandler(gateway);
  const finish = requestLog(gateway);
  const app = fastify({
    ...serverOptions,
    genReqId: newRequestId,
    clientErrorHandler: (error, socket) => answerRaw(error, socket, raw),
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these.
      gate.countBroken(request, reply);
      onError(error, request, reply);
      finish(request, reply);
    },
  });
  answerUnrouted(app, raw);
  app.decorateRequest('caller', null);
  app.decorateRequest('problemCode', null);
  app.decorateRequest('routeLabel', 'unmatched');
  app.setErrorHandler(onError);
  app.addHook('onResponse', (request, reply, done) => {
    finish(request, reply);
    done();
  });
  app.addHook('preClose', (done) => {
    for (const stop of stops) stop();
    done();
  });
  serveRoutes(app, gateway, gate);
  return app;
}

function gateParts({ config, transport, clock, sendProblem }: Gateway): GateParts {
  const limits = { client: config.SVC_LIVE_LIMIT, anonymous: config.SVC_ANONYMOUS_LIMIT };
  const sharing = shareBudgets(createBudgets(clock, limits), transport);
  const { budgets } = sharing;
  const common = { budgets, trustedProxies: config.SVC_TRUSTED_PROXIES, sendProblem };
  if (config.SVC_ENVIRONMENT === 'sandbox') {
    return {
      ...common,
      identify: createSandboxIdentify({
        publishedKey: config.SVC_SANDBOX_KEY,
        secret: config.SVC_SECRET,
      }),
      meter: createSandboxMeter(transport),
      checkAccess: checkSandboxAccess,
    };
  }
  const verifyToken = createTokenVerifier({
    keys: createSigningKeys(transport, clock),
    clock,
    issuer: authUrl(config),
    audience: config.SVC_API_AUDIENCE,
  });
  return {
    ...common,
    identify: createLiveIdentify(verifyToken, createApiKeyVerifier(transport, clock)),
    meter: createLiveMeter(sharing),
    checkAccess: checkLiveAccess,
  };
}

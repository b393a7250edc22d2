/** Registers the route table on the server; other paths get a not-found problem. */
import type {
  FastifyInstance,
  FastifyRequest,
  onRequestHookHandler,
  RouteHandlerMethod,
} from 'fastify';
import { docsUrl, prefixOf } from '../config.ts';
import { isRaw, uploadOf, usualBytesMax } from '../endpoint/bodies.ts';
import { fullPath, hasTail } from '../endpoint/path-and-audience.ts';
import type { Deprecation, Gateway, GatewayRoute, LocalRoute } from '../endpoint/route.ts';
import { actionHandler } from './action.ts';
import type { Authorization } from './authorize.ts';
import { encodedBody } from './faults.ts';
import { readQuery } from './query.ts';
import { rawHandler } from './raw-body.ts';
import { allowedMethods, redirectFrom, refuseUnknown } from './unknown-path.ts';
import { uploadHandler } from './upload.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Content types that the endpoint takes. */
    types?: readonly string[];
  }
}

export function serveRoutes(
  app: FastifyInstance,
  gateway: Gateway,
  authorization: Authorization,
): void {
  app.removeAllContentTypeParsers();
  parseAsBytes(app, 'application/json');
  refuseEncodedBodies(app, gateway);
  serveUnknownPaths(app, gateway, authorization);
  for (const route of gateway.routes) {
    const types = typesOf(route);
    if (types) {
      app.register((scope, _options, done) => {
        scope.removeAllContentTypeParsers();
        for (const type of types) parseAsBytes(scope, type);
        serveRoute(scope, route, { gateway, authorization });
        done();
      });
    } else {
      serveRoute(app, route, { gateway, authorization });
    }
  }
}

/** Content types that it takes instead of JSON. */
function typesOf(route: GatewayRoute): readonly string[] | undefined {
  if (route.kind === 'action') return uploadOf(route)?.types;
  // Checks its content type itself: its errors are not problem documents.
  return (route.form ?? route.metadata) && ['*'];
}

/** Bytes as they are: our own parser is stricter than Fastify's and runs when all else is settled. */
function parseAsBytes(scope: FastifyInstance, type: string): void {
  scope.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, bytes, done) => {
    done(null, bytes);
  });
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** RFC 9110, 8.4 and 15.5.16: a coding that is not undone must not be ignored. */
function refuseEncodedBodies(app: FastifyInstance, { sendProblem }: Gateway): void {
  app.addHook('preParsing', async (request, reply) => {
    const { method, headers } = request;
    const coding = headers['content-encoding'] ?? 'identity';
    if (isRead(method) || /^identity$/i.test(coding)) return undefined;
    sendProblem(request, reply, encodedBody);
    return reply;
  });
}

interface ServeContext {
  gateway: Gateway;
  authorization: Authorization;
}

function serveRoute(
  scope: FastifyInstance,
  route: GatewayRoute,
  { gateway, authorization }: ServeContext,
): void {
  const path = fullPath(route, gateway.config.SVC_ENVIRONMENT);
  const authorize = authorization.forRoute(route, `${route.method} ${path}`);
  scope.route({
    method: route.method,
    url: urlOf(route, path),
    onRequest: route.deprecated ? [announce(route.deprecated), authorize] : authorize,
    bodyLimit: bodyLimitOf(route),
    config: { types: typesOf(route) ?? ['application/json'] },
    handler: handlerOf(route, gateway),
  });
}

const urlOf = (route: GatewayRoute, path: string): string =>
  hasTail(route) ? path.replace(/\{\w+\}$/, '*') : path.replaceAll(/\{(\w+)\}/g, ':$1');

const bodyLimitOf = (route: GatewayRoute): number =>
  uploadOf(route)?.bytesMax ?? (route.kind === 'action' ? route.bodyBytesMax : usualBytesMax);

function handlerOf(route: GatewayRoute, gateway: Gateway): RouteHandlerMethod {
  if (route.kind === 'local') return localHandler(route, gateway);
  if (uploadOf(route)) return uploadHandler(route, gateway);
  return isRaw(route.body) ? rawHandler(route, gateway) : actionHandler(route, gateway);
}

/**
 * Links that people share gain parameters (`utm_source`), and RFC 6749 ignores unknown ones; under
 * the version prefix they are refused as everywhere in the API.
 */
function localHandler(route: LocalRoute, gateway: Gateway): RouteHandlerMethod {
  const handle = route.handle(gateway);
  if (route.root) return handle;
  return function (request, reply) {
    const query = readQuery(request.raw.url ?? '', {});
    if ('value' in query) return handle.call(this, request, reply);
    gateway.sendProblem(request, reply, query.problem);
    return reply;
  };
}

/** RFC 9745, RFC 8594 and RFC 8288. */
function announce({ since, sunset, successor }: Deprecation): onRequestHookHandler {
  const headers = {
    deprecation: `@${Math.floor(since.getTime() / 1000)}`,
    sunset: sunset.toUTCString(),
    link: `<${successor}>; rel="successor-version"`,
  };
  return (_request, reply, done) => {
    reply.headers(headers);
    done();
  };
}

/** `/jobs/` is no job without an id. */
const namesNothing = ({ params }: FastifyRequest): boolean =>
  Object.values(Object(params)).includes('');

/** Unknown paths and methods are refused before their body is looked at. */
function serveUnknownPaths(
  app: FastifyInstance,
  { routes, liveRoutes, config }: Gateway,
  authorization: Authorization,
): void {
  const environment = config.SVC_ENVIRONMENT;
  const pathOf = (route: GatewayRoute) => fullPath(route, environment);
  const allowedAt = allowedMethods(routes, pathOf);
  const prefix = prefixOf(environment);
  const where = {
    allowedAt,
    onLiveOnly: allowedMethods(liveRoutes, pathOf),
    prefix,
    baseUrl: config.SVC_PUBLIC_URL + prefix,
    docsUrl: docsUrl(config),
  };
  const authorizeUnknown = authorization.forUnknownPath(refuseUnknown(where));
  app.addHook('onRequest', function (request, reply, done) {
    if (request.is404 || namesNothing(request)) authorizeUnknown.call(this, request, reply, done);
    else done();
  });
  // Only a redirect, and an OPTIONS request for a known path, come this far.
  app.setNotFoundHandler((request, reply) => {
    const page = redirectFrom(request);
    if (page !== undefined) return reply.redirect(page, 308);
    return reply
      .code(204)
      .header('allow', allowedAt(request.raw.url ?? '').join(', '))
      .send();
  });
}

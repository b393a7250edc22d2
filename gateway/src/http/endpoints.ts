/** The route table on the server, and an answer for everything that is not in it. */
import type { FastifyInstance, onRequestHookHandler, RouteHandlerMethod } from 'fastify';
import { fullPath } from '../routes/full-path.ts';
import { type Gateway, type Route, uploadOf } from '../routes/route.ts';
import { actionHandler } from './action.ts';
import { deprecationHeaders } from './deprecation.ts';
import type { Gate } from './gate.ts';
import { allowedMethods, refuseUnknown } from './unknown.ts';
import { uploadHandler } from './upload.ts';

const bodyBytesMax = 1_048_576;

export function serveRoutes(app: FastifyInstance, gateway: Gateway, gate: Gate): void {
  app.removeAllContentTypeParsers();
  takeBytes(app, 'application/json');
  serveTheRest(app, gateway, gate);
  for (const route of gateway.routes) {
    const types = typesOf(route);
    if (types) {
      app.register((scope, _options, done) => {
        scope.removeAllContentTypeParsers();
        for (const type of types) takeBytes(scope, type);
        serveRoute(scope, route, { gateway, gate });
        done();
      });
    } else {
      serveRoute(app, route, { gateway, gate });
    }
  }
}

/** What it takes instead of JSON. */
function typesOf(route: Route): readonly string[] | undefined {
  if (route.kind === 'action') return uploadOf(route)?.types;
  // Says itself which content type it takes: its errors are not problems.
  return route.form && ['*'];
}

/** Bytes as they are: our own parser is stricter than Fastify's and runs when all else is settled. */
function takeBytes(scope: FastifyInstance, type: string): void {
  scope.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, bytes, done) => {
    done(null, bytes);
  });
}

interface Within {
  gateway: Gateway;
  gate: Gate;
}

function serveRoute(scope: FastifyInstance, route: Route, { gateway, gate }: Within): void {
  const path = fullPath(route, gateway.config.SVC_ENVIRONMENT);
  const enter = gate.enter(route, `${route.method} ${path}`);
  scope.route({
    method: route.method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    onRequest: route.deprecated ? [announce(route.deprecated), enter] : enter,
    bodyLimit: uploadOf(route)?.bytesMax ?? bodyBytesMax,
    handler: handlerOf(route, gateway),
  });
}

function handlerOf(route: Route, gateway: Gateway): RouteHandlerMethod {
  if (route.kind === 'local') return route.handle(gateway);
  return uploadOf(route) ? uploadHandler(route, gateway) : actionHandler(route, gateway);
}

function announce(deprecation: NonNullable<Route['deprecated']>): onRequestHookHandler {
  const headers = deprecationHeaders(deprecation);
  return (_request, reply, done) => {
    reply.headers(headers);
    done();
  };
}

/** Unknown paths and methods are refused before their body is looked at. */
function serveTheRest(app: FastifyInstance, { routes, config }: Gateway, gate: Gate): void {
  const allowedAt = allowedMethods(routes, (route) => fullPath(route, config.SVC_ENVIRONMENT));
  const enterUnknown = gate.enterUnknown(refuseUnknown(allowedAt));
  app.addHook('onRequest', function (request, reply, done) {
    if (request.is404) enterUnknown.call(this, request, reply, done);
    else done();
  });
  // Only an OPTIONS request for a known path comes this far.
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(204)
      .header('allow', allowedAt(request.raw.url ?? '').join(', '))
      .send(),
  );
}

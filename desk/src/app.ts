/** The desk as a Fastify instance; nothing listens yet. */
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import { sessionsHint, sessionsTopic } from '@svc/contracts';
import { accessLog } from '@svc/kit/access-log';
import { httpServerOptions, requestEnd } from '@svc/kit/http-server';
import { newId } from '@svc/kit/ids';
import { createStorage } from '@svc/kit/storage';
import { readTraceparent } from '@svc/kit/traceparent';
import { onlyDeclared } from '@svc/kit/transport';
import { type ServedFile, servedModule } from '@svc/web/browser-code';
import { openMapArchive } from '@svc/web/map/archive';
import { groundOf } from '@svc/web/map/settings';
import { pageAssets } from '@svc/web/page-assets';
import { favicon } from '@svc/web/style';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { routerPath } from './address/path.ts';
import { deskCalls } from './calls.ts';
import { isDevelopment } from './config.ts';
import { hasFile } from './form/form-view.ts';
import type { Desk } from './http/desk.ts';
import { downloadHandler } from './http/download-handler.ts';
import { createFormGuard } from './http/form-guard.ts';
import { formHandler } from './http/form-handler.ts';
import { securityHeaders } from './http/headers.ts';
import { livePath, liveStream } from './http/live-stream.ts';
import { mapTiles } from './http/map-tiles.ts';
import { pageHandler } from './http/page-handler.ts';
import { createScripts, scriptsPath, shellScript } from './http/scripts.ts';
import { sendFailure, sendPlainFailure } from './http/send.ts';
import { param } from './http/visit.ts';
import { createPeople } from './identity/people.ts';
import { createProvider } from './identity/provider.ts';
import { createLimits } from './limits/limits.ts';
import { notSent } from './limits/refusals.ts';
import { createLive } from './live/live.ts';
import { tilesPath } from './pages/desk/map/page.ts';
import { deskTable, developmentTable } from './pages/index.ts';
import { sandboxFace } from './pages/sandbox/table.ts';
import { encodedForm, failureOf, internal, notFound } from './request/failure.ts';
import { fileBodyLimit, multipartEntries } from './request/multipart.ts';
import type { RequestNotes } from './request/request-notes.ts';
import { scriptOf } from './route/route.ts';
import { sandboxAccess, sandboxTransport } from './sandbox/transport.ts';
import { serveSignIn } from './sign-in/routes.ts';
import { sheets } from './view/style.ts';

type Given = Pick<Desk, 'config' | 'transport' | 'clock' | 'log' | 'metrics' | 'tracer'>;
export interface DeskAppParts extends Given {
  /** Another table than the shipped one, another provider than the configured one: for tests. */
  table?: Desk['table'];
  /** Instead of the configured one. */
  sandboxTransport?: Desk['transport'];
  provider?: Desk['provider'];
}

const assetsPath = '/assets';

/** Of forms; pages have no body. */
const bodyLimit = 65_536;

export function buildDesk(parts: DeskAppParts): FastifyInstance {
  const desk = deskOf(parts);
  const app = fastify({
    ...httpServerOptions,
    bodyLimit,
    genReqId: () => newId('req_', desk.clock.now()),
  });
  observe(app, desk);
  app.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error);
    if (!failure || failure === internal) {
      desk.log.error({ err: error, request_id: request.id }, 'request failed');
    }
    return sendFailure(desk, { request, reply }, failure ?? internal);
  });
  app.setNotFoundHandler((request, reply) => sendFailure(desk, { request, reply }, notFound));
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.register(cookie);
  app.register(formbody, { bodyLimit });
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer<ArrayBuffer>) =>
      multipartEntries(body, String(request.headers['content-type'])),
  );
  limit(app, desk);
  app.register(async (scope) => serve(scope, desk));
  const sandbox = sandboxOf(desk, parts.sandboxTransport);
  if (sandbox) app.register(async (scope) => serveTable(scope, sandbox));
  app.addHook('onClose', (_app, done) => {
    desk.mapArchive?.close();
    done();
  });
  app.addHook('preClose', (done) => {
    desk.live.stop();
    done();
  });
  return app;
}

function deskOf({ table: given, provider, sandboxTransport: _, ...parts }: DeskAppParts): Desk {
  const { config, clock, log } = parts;
  const table = given ?? (isDevelopment(config) ? developmentTable : deskTable);
  const transport = onlyDeclared(parts.transport, deskCalls(table));
  const mapArchive = config.SVC_MAP_PMTILES ? openMapArchive(config.SVC_MAP_PMTILES) : undefined;
  const mapGround = groundOf(config, { tilesPath, area: config.SVC_OPERATING_AREA });
  const scripts = table.flatMap(
    (route) => (route.kind === 'page' && scriptOf(route, mapGround)) || [],
  );
  const { SVC_SANDBOX_URL: url, SVC_SANDBOX_KEY: key, SVC_SECRET: secret } = config;
  const sandbox = url === undefined ? undefined : sandboxAccess({ url, key, secret });
  const people = createPeople(transport, clock);
  const live = createLive({ transport, clock, log, people });
  const invalidate = (tenant: string) => {
    people.invalidate(tenant);
    live.check(tenant);
  };
  // Sessions that other replicas or the API ended; a hint that is lost costs the cache's seconds.
  transport.subscribe(sessionsTopic, (payload) => {
    const hint = sessionsHint.safeParse(payload);
    if (hint.success) invalidate(hint.data.tenant_id);
  });
  return {
    ...parts,
    ...{ transport, table, sandbox, live, mapArchive, mapGround },
    limits: createLimits({ ...parts, transport, people }),
    base: '',
    other: sandbox && sandboxFace,
    docsUrl: config.SVC_DOCS_URL,
    pagePaths: [...pagePathsOf({ base: '', table }), ...(sandbox ? pagePathsOf(sandboxFace) : [])],
    people: { ...people, invalidate },
    provider: provider ?? createProvider(config),
    storage: createStorage(config.SVC_FILES_URL),
    guard: createFormGuard(config.SVC_SECRET, config.SVC_DESK_URL),
    scripts: createScripts([shellScript, ...scripts]),
    assets: pageAssets(sheets, assetsPath),
  };
}

const pagePathsOf = ({ base, table }: Pick<Desk, 'base' | 'table'>): string[] =>
  table.filter(({ kind }) => kind !== 'form').map(({ path }) => base + path);

/** The same people and pages; every call goes to the sandbox. */
function sandboxOf(desk: Desk, transport?: Desk['transport']): Desk | undefined {
  const { sandbox, config } = desk;
  return (
    sandbox && {
      ...desk,
      ...sandboxFace,
      transport: transport ?? sandboxTransport(sandbox),
      other: desk,
      docsUrl: `${config.SVC_SANDBOX_URL}/docs`,
    }
  );
}

const withFile = { bodyLimit: fileBodyLimit };

function serveTable(app: FastifyInstance, desk: Desk): void {
  for (const route of desk.table) {
    const url = routerPath(desk.base + route.path);
    if (route.kind === 'page') app.get(url, pageHandler(desk, route));
    else if (route.kind === 'download') app.get(url, downloadHandler(desk, route));
    else app.post(url, hasFile(route.fields) ? withFile : {}, formHandler(desk, route));
  }
}

function serve(app: FastifyInstance, desk: Desk): void {
  serveTable(app, desk);
  app.get(livePath, { config: { load: 'stream' } }, liveStream(desk));
  if (desk.mapArchive) {
    app.get(tilesPath, { config: { load: 'tiles' } }, mapTiles(desk, desk.mapArchive));
  }
  serveSignIn(app, desk);
  app.get('/icon.svg', { config: { load: 'static' } }, (_request, reply) =>
    reply
      .headers({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' })
      .send(favicon),
  );
  serveFiles(app, desk, [scriptsPath, (path) => desk.scripts.find(path)]);
  serveFiles(app, desk, [assetsPath, async (path) => desk.assets.files.get(path)]);
}

/** Files whose address holds a hash. */
function serveFiles(
  app: FastifyInstance,
  desk: Desk,
  [folder, find]: [string, (path: string) => Promise<ServedFile | undefined>],
): void {
  app.get(`${folder}/*`, { config: { load: 'static' } }, async (request, reply) => {
    const found = await find(param(request, '*'));
    if (!found) return sendFailure(desk, { request, reply }, notFound);
    const { headers, body } = servedModule(found, String(request.headers['accept-encoding'] ?? ''));
    return reply.headers(headers).send(body);
  });
}

/** Before a body is read, and after cookies are. */
function limit(app: FastifyInstance, desk: Desk): void {
  app.addHook('preParsing', async (request, reply) => {
    const coding = request.headers['content-encoding'] ?? 'identity';
    const isEncoded = request.method === 'POST' && !/^identity$/i.test(coding);
    if (isEncoded) reply.header('accept-encoding', 'identity');
    const failure =
      (await desk.limits.admit(request, reply)) ?? (isEncoded ? encodedForm : undefined);
    if (!failure) return undefined;
    const { load } = request.routeOptions.config;
    if (load === 'stream' || load === 'tiles') return sendPlainFailure({ request, reply }, failure);
    const shown = request.method === 'POST' ? notSent(failure) : failure;
    return sendFailure(desk, { request, reply }, shown);
  });
}

/** Span, headers and access log of every request: no path, no query, no person in a line. */
function observe(app: FastifyInstance, { config, log, metrics, tracer }: Desk): void {
  const headers = securityHeaders(config);
  const write = accessLog(log, metrics);
  app.decorateRequest('notes');
  app.addHook('onRequest', (request, reply, done) => {
    const parent = readTraceparent(request.headers.traceparent);
    const span = tracer?.start({ name: request.method, kind: 'server', parent });
    request.notes = {
      span,
      person: undefined,
      account: undefined,
      code: undefined,
    } satisfies RequestNotes;
    reply.headers({ ...headers, 'x-request-id': request.id });
    done();
  });
  const requests = requestEnd((request: FastifyRequest, reply: FastifyReply, aborted) => {
    const { span, person, code } = request.notes;
    const { url } = request.routeOptions;
    const route = url === undefined ? 'unmatched' : `${request.method} ${url}`;
    const { statusCode: status, elapsedTime: ms } = reply;
    span?.end({ name: route, attributes: { status }, failed: status >= 500 });
    const tenant = person?.tenant.id;
    const traceparent = span?.traceparent;
    write({ id: request.id, traceparent, tenant, route, status, code, ms, aborted });
  });
  app.addHook('onSend', requests.onSend);
  app.addHook('onResponse', requests.onResponse);
}

/** The OpenAPI documents as they are published, and as they were released last. */
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { routesOf } from '@svc/gateway';
import { readGatewayConfig } from '@svc/gateway/config';
import { openApiDocument, openApiPart } from '@svc/gateway/docs/openapi';
import { z } from 'zod';

export const documented = ['live', 'sandbox'] as const;
export type Documented = (typeof documented)[number];

const tableOf = (environment: Documented) => ({
  routes: routesOf(environment),
  config: readGatewayConfig({
    SVC_ENVIRONMENT: environment,
    SVC_SECRET: 'a secret that signs nothing, for the document alone',
    SVC_PUBLIC_URL: 'https://api.courier.example',
    SVC_FILES_URL: 'file:///tmp/unused',
  }),
});

/** All that one of the environments answers, at the address of the examples. */
export const currentDocument = (environment: Documented) => openApiDocument(tableOf(environment));

/** Taken back after their release: the API document has them on live alone. */
const withdrawn: Partial<Record<Documented, RegExp>> = { sandbox: /^\/webhooks/ };

/** The released document without what was taken back. */
export const stillPromised = (environment: Documented, { paths, ...others }: Paths): Paths => ({
  ...others,
  paths: Object.fromEntries(
    Object.entries(paths).filter(([path]) => !withdrawn[environment]?.test(path)),
  ),
});

const namedParts = z.record(z.string(), z.record(z.string(), z.unknown()));
const wholeForm = z.looseObject({ paths: namedParts, components: namedParts });

/** Source of the generated clients: live, and the paths that the sandbox alone has. */
export function documentOfBoth() {
  const live = wholeForm.parse(currentDocument('live'));
  const sandbox = wholeForm.parse(currentDocument('sandbox'));
  const kinds = Object.entries(live.components).map(([kind, parts]) => [
    kind,
    { ...parts, ...sandbox.components[kind], ...parts },
  ]);
  return {
    ...live,
    paths: { ...live.paths, ...sandbox.paths, ...live.paths },
    components: Object.fromEntries(kinds),
  };
}

/** The same as it is published: by name, one document for each kind of reader. */
export const publishedDocuments = (environment: Documented) => ({
  [environment]: openApiPart(tableOf(environment), 'customers'),
  ...(environment === 'live' && { operations: openApiPart(tableOf('live'), 'operations') }),
});

/**
 * Lists that may grow within a version (docs/versioning.md): error codes, which clients treat by
 * their status when unknown, roles and scopes, which an answer has only once the client's organisation
 * sent them, types of events, of alarms and of chain events, reasons why a reading was left out, verdicts on a cold chain,
 * conflicts of an assignment and the place that it is measured from, which clients that do not know
 * them ignore. The comparison takes a new value in an answer for a breach.
 */
const growing = [
  /^\/components\/schemas\/ErrorCode\/enum$/,
  /\/application\/problem\+json\/schema\/properties\/code\/enum$/,
  /^\/components\/schemas\/User\/properties\/role\/enum$/,
  /^\/components\/schemas\/(?:Client|CreateClientResponse|ApiKey|CreateApiKeyResponse)\/properties\/scopes\/items\/enum$/,
  /^\/components\/schemas\/Event\/oneOf$/,
  /^\/components\/schemas\/TelemetryBatch\/properties\/rejected\/items\/properties\/code\/enum$/,
  /\/(?:cold_chain|cold_chain_certificate|TemperatureTrace)\/properties\/result\/enum$/,
  /\/(?:events\/items|CustodyEvent)\/properties\/type\/enum$/,
  /\/conflicts\/items\/properties\/code\/enum$/,
  /\/properties\/measured_from\/enum$/,
  /^\/components\/schemas\/AcknowledgeOpsEventResponse\/properties\/type\/enum$/,
];

/**
 * Patterns of requests that take more than the released ones, by the new one. The comparison cannot
 * tell that from taking less.
 */
const widened: ReadonlyMap<string, string> = new Map([
  // Seals were always upper-cased; the pattern said what they are afterwards.
  ['^[A-Za-z0-9][A-Za-z0-9-]{3,31}$', '^[A-Z0-9][A-Z0-9-]{3,31}$'],
]);
/** Of an answer: ids of another kind, which it has only once the client's organisation asked for one. */
const furtherIds: ReadonlyMap<string, string> = new Map([
  // A telemetry provider with a format has a key in place of a client.
  ['^(cli|key)_', '^cli_'],
]);
const isWidened = (pattern: unknown, released: unknown, place: string): boolean =>
  typeof pattern === 'string' &&
  ((/\/requestBody\/.*\/pattern$/.test(place) && widened.get(pattern) === released) ||
    (/\/schemas\/.*\/client_id\/pattern$/.test(place) && furtherIds.get(pattern) === released));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The document without those values of growing lists, and with those patterns, that the released one has. */
export function withoutNewValues(document: unknown, released: unknown, place = ''): unknown {
  if (Array.isArray(document) && Array.isArray(released)) {
    return growing.some((each) => each.test(place))
      ? document.filter((value) => released.some((each) => isDeepStrictEqual(each, value)))
      : document.map((each, n) => withoutNewValues(each, released[n], `${place}/${n}`));
  }
  if (isWidened(document, released, place)) return released;
  if (!isRecord(document) || !isRecord(released)) return document;
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => [
      name,
      withoutNewValues(value, released[name], `${place}/${name}`),
    ]),
  );
}

const pathsForm = z.looseObject({ paths: z.record(z.string(), z.unknown()) });
type Paths = z.output<typeof pathsForm>;

/** Paths of the document that the released one does not have. */
export const newPaths = (document: unknown, released: Paths): string[] =>
  Object.keys(pathsForm.parse(document).paths).filter((path) => !(path in released.paths));

/**
 * The document without new paths: redocly pairs one that is gone with a new one that is like it, and
 * compares the two as one endpoint.
 */
export function withoutNewPaths(document: unknown, released: Paths): Paths {
  const { paths, ...others } = pathsForm.parse(document);
  const kept = Object.entries(paths).filter(([path]) => path in released.paths);
  return { ...others, paths: Object.fromEntries(kept) };
}

const variantForm = z.looseObject({
  properties: z.looseObject({ type: z.looseObject({ const: z.string() }) }),
});

/**
 * The document with each union of bodies that `type` tells apart as an object with a property for each:
 * redocly pairs members of a union by likeness, and takes two that gained a field for one another.
 */
export function withKeyedVariants(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withKeyedVariants);
  if (!isRecord(value)) return value;
  const { oneOf, ...others } = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withKeyedVariants(each)]),
  );
  if (oneOf === undefined) return others;
  const variants = z.array(variantForm).safeParse(oneOf);
  if (!variants.success) return { oneOf, ...others };
  const keyed = variants.data.map((variant) => [`type=${variant.properties.type.const}`, variant]);
  return { ...others, type: 'object', properties: Object.fromEntries(keyed) };
}

export const releasedPath = (environment: Documented): string =>
  new URL(`../../docs/openapi/openapi-${environment}.json`, import.meta.url).pathname;

export const releasedDocument = async (environment: Documented): Promise<Paths> =>
  pathsForm.parse(JSON.parse(await readFile(releasedPath(environment), 'utf8')));

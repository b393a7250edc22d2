/** One endpoint of the OpenAPI document. */
import { type ErrorCode, errors, stockFeedRequest } from '@svc/contracts';
import type { z } from 'zod';
import { isSignedByDevices } from '../auth/courier.ts';
import { deviceParameters } from '../auth/device-signature.ts';
import type { ApiEnvironment } from '../config.ts';
import { imageTypes, sizeText, uploadOf } from '../endpoint/bodies.ts';
import { pathNames } from '../endpoint/declaration.ts';
import { hasJson, otherTypes } from '../endpoint/representation.ts';
import type { ActionRoute, GatewayRoute, LocalRoute } from '../endpoint/route.ts';
import { scenarioParameter } from '../http/scenario.ts';
import { parameterRef, type SecurityOf } from './components.ts';
import { exampleFor, recordedAnswer, requestExampleOf } from './examples.ts';
import { codesOf } from './refusals.ts';
import {
  bodySchema,
  inputSchemas,
  type JsonSchema,
  objectSchemas,
  responseOf,
  schemaRef,
} from './schemas.ts';

export interface OperationContext {
  environment: ApiEnvironment;
  nameOf: (schema: z.ZodType) => string | undefined;
  security: SecurityOf;
}

export function operation(route: GatewayRoute, context: OperationContext): JsonSchema {
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(route.description && { description: route.description }),
    ...(route.deprecated && { deprecated: true }),
    tags: [route.tag],
    security: context.security(route.access),
    ...(route.kind === 'action' ? actionInput(route, context) : localInput(route)),
    responses: { [route.status]: success(route, context), ...refusals(route, context.environment) },
  };
}

function actionInput(route: ActionRoute, { environment }: OperationContext): JsonSchema {
  const { parameters, bodies } = inputSchemas(route);
  const keys = {
    none: [],
    accepted: [{ $ref: '#/components/parameters/IdempotencyKey' }],
    required: [{ $ref: '#/components/parameters/RequiredIdempotencyKey' }],
  }[route.idempotency];
  const example = exampleFor(route, environment);
  const asJson = { 'application/json': { schema: bodySchema(bodies), example } };
  const hasScenario = route.hasScenario === true && environment === 'sandbox';
  const content = {
    none: undefined,
    json: asJson,
    image: images,
    feed: feedBodies(example),
    signed: asJson,
    forwarded: { 'application/json': { schema: bodySchema(bodies, { isOpen: true }), example } },
  }[route.body];
  const description = `At most ${sizeText(uploadOf(route)?.bytesMax ?? route.bodyBytesMax)}.`;
  return {
    parameters: [
      ...parameters.map(parameterRef),
      ...keys,
      ...(hasScenario ? [scenarioParameter] : []),
      ...(isSignedByDevices(route) ? deviceParameters : []),
    ],
    ...(content && { requestBody: { description, required: true, content } }),
  };
}

const image = {
  schema: { type: 'string', description: 'The bytes of the image.' },
  example: '(bytes of the image)',
};
const images = Object.fromEntries(imageTypes.map((type) => [type, image]));

const feedBodies = (example: unknown) => ({
  'application/json': { schema: bodySchema(objectSchemas(stockFeedRequest)), example },
  'text/csv': {
    schema: { type: 'string', description: 'The feed as CSV, with a header row.' },
    example: 'item_code,quantity,updated_at\n700123,12,2026-11-02T08:00:00Z\n',
  },
});

/** Path parameters of pages that are opened by a link. */
const linkTexts: Readonly<Record<string, string>> = {
  token: 'Token of the tracking link: the last segment of `tracking_url`.',
  id: 'Id of a certificate: `POC-` or `PCC-` and 10 characters.',
  link: 'Signed link to one file: the last segment of its URL.',
  section: 'Section of the documentation, e.g. `guides`.',
  page: 'Name of the page, e.g. `webhooks` or `webhooks.md`.',
  module:
    'Version and name of the module, as the import map of a page names it: `9f2c…/@svc/proof/src/verify/chain.ts`.',
  tile: 'Level and index of the tile in tlog-tiles notation: `0/x001/067`, `entries/000.p/12`.',
};

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description:
    'Id of the last message received. The stream resumes after it. Browsers send it automatically.',
  schema: { type: 'string', pattern: '^(0|[1-9]\\d{0,17})$' },
};

function localInput({ operationId, path, form, metadata, isResumable }: LocalRoute): JsonSchema {
  const named = pathNames(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: linkTexts[name] ?? '',
    schema: { type: 'string' },
  }));
  const parameters = isResumable ? [...named, lastEventId] : named;
  const body = form ?? metadata;
  const content = body && {
    [form ? 'application/x-www-form-urlencoded' : json]: {
      schema: bodySchema(objectSchemas(body), { isOpen: true }),
      example: requestExampleOf(operationId),
    },
  };
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content } }),
  };
}

const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` });
const commonHeaders = {
  'x-request-id': headerRef('RequestId'),
  'x-ratelimit-limit': headerRef('RateLimit'),
  'x-ratelimit-remaining': headerRef('RateRemaining'),
  'x-ratelimit-reset': headerRef('RateReset'),
};

const versionHeaders = { deprecation: headerRef('Deprecation'), sunset: headerRef('Sunset') };

function success(route: GatewayRoute, { nameOf, environment }: OperationContext): JsonSchema {
  const answer = recordedAnswer(route.operationId, environment);
  const schema = responseOf(route);
  const name = schema && nameOf(schema);
  const replayable = route.kind === 'action' && route.idempotency !== 'none';
  return {
    description: route.summary,
    headers: {
      ...commonHeaders,
      ...(replayable && { 'idempotent-replayed': headerRef('Replayed') }),
      ...versionHeaders,
    },
    content: Object.fromEntries(
      mediaTypesOf(route).map((type) => [
        type,
        {
          schema: name && type === json ? schemaRef(name) : { type: textOrJson(type) },
          ...(type === json && answer !== undefined && { example: answer }),
        },
      ]),
    ),
  };
}

const json = 'application/json';

function mediaTypesOf(route: GatewayRoute): readonly string[] {
  if (route.kind === 'local') return [route.mediaType].flat();
  return [...(hasJson(route) ? [json] : []), ...otherTypes(route)];
}

const textOrJson = (mediaType: string) => (mediaType === json ? 'object' : 'string');

/** Merges codes with the same status into one response. */
function refusals(route: GatewayRoute, environment: ApiEnvironment): Record<string, JsonSchema> {
  const byStatus = Map.groupBy(codesOf(route, environment), (code) => errors[code].status);
  const isForPeople = route.kind === 'local' && route.mediaType === 'text/html';
  const responses = [...byStatus].map(([status, codes]) => {
    const isOwn = isForPeople && codes.some((code) => route.refusals.includes(code));
    const page = isOwn && { 'text/html': { schema: { type: 'string' } } };
    const { content, ...response } = problemResponse(codes);
    return [status, { ...response, content: { ...content, ...page } }];
  });
  return {
    ...Object.fromEntries(responses),
    ...(route.kind === 'local' && route.form && tokenErrors),
    ...(route.kind === 'local' && route.metadata && registrationErrors),
  };
}

function problemResponse(codes: readonly ErrorCode[]) {
  const retries = codes.some(
    (code) => code === 'proof_pending' || [429, 503].includes(errors[code].status),
  );
  const schema = { ...schemaRef('Problem'), properties: { code: { enum: codes } } };
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]);
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code].title}.`).join(' '),
    headers: { ...commonHeaders, ...(retries && { 'retry-after': headerRef('RetryAfter') }) },
    content: { 'application/problem+json': { schema, examples: Object.fromEntries(examples) } },
  };
}

const oauthError = (description: string, schema = 'OAuthError') => ({
  description,
  headers: commonHeaders,
  content: { 'application/json': { schema: schemaRef(schema) } },
});
const tokenErrors = {
  400: oauthError('`invalid_request`, `unsupported_grant_type` or `invalid_scope`.'),
  401: oauthError('`invalid_client`.'),
};
const registrationErrors = {
  400: oauthError('`invalid_client_metadata`.', 'RegistrationError'),
  401: oauthError('`invalid_token`.', 'RegistrationError'),
};

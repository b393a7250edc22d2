/** One endpoint of the OpenAPI document. */
import { type ErrorCode, errors } from '@svc/contracts';
import type { z } from 'zod';
import type { Environment } from '../config.ts';
import type { ActionRoute, LocalRoute, Route } from '../routes/route.ts';
import type { SecurityOf } from './components.ts';
import { codesOf } from './refusals.ts';
import { inputSchemas, type JsonSchema, objectSchema, responseOf, schemaRef } from './schemas.ts';

export interface OperationContext {
  environment: Environment;
  nameOf: (schema: z.ZodType) => string | undefined;
  security: SecurityOf;
}

export function operation(route: Route, context: OperationContext): JsonSchema {
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(route.description && { description: route.description }),
    ...(route.deprecated && { deprecated: true }),
    tags: [route.tag],
    security: context.security(route.access),
    ...(route.kind === 'action' ? actionInput(route) : formInput(route)),
    responses: { [route.status]: success(route, context), ...refusals(route, context.environment) },
  };
}

function actionInput(route: ActionRoute): JsonSchema {
  const { parameters, body } = inputSchemas(route);
  const keys = {
    none: [],
    accepted: [{ $ref: '#/components/parameters/IdempotencyKey' }],
    required: [{ $ref: '#/components/parameters/RequiredIdempotencyKey' }],
  }[route.idempotency];
  return {
    parameters: [...parameters, ...keys],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: body, example: route.example } },
      },
    }),
  };
}

function formInput({ form }: LocalRoute): JsonSchema {
  if (!form) return {};
  const { properties, required } = objectSchema(form);
  const schema = { type: 'object', properties, required };
  return {
    requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema } } },
  };
}

const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` });
const commonHeaders = {
  'x-request-id': headerRef('RequestId'),
  'x-ratelimit-limit': headerRef('RateLimit'),
  'x-ratelimit-remaining': headerRef('RateRemaining'),
  'x-ratelimit-reset': headerRef('RateReset'),
};

function success(route: Route, { nameOf }: OperationContext): JsonSchema {
  const schema = responseOf(route);
  const name = schema && nameOf(schema);
  const mediaType = route.kind === 'action' ? 'application/json' : route.mediaType;
  const replayable = route.kind === 'action' && route.idempotency !== 'none';
  return {
    description: route.summary,
    headers: {
      ...commonHeaders,
      ...(replayable && { 'idempotent-replayed': headerRef('Replayed') }),
    },
    content: { [mediaType]: { schema: name ? schemaRef(name) : { type: textOrJson(mediaType) } } },
  };
}

const textOrJson = (mediaType: string) => (mediaType === 'text/html' ? 'string' : 'object');

/** Codes of one status share a response. */
function refusals(route: Route, environment: Environment): Record<string, JsonSchema> {
  const byStatus = Map.groupBy(codesOf(route, environment), (code) => errors[code].status);
  const responses = [...byStatus].map(([status, codes]) => [status, problemResponse(codes)]);
  return {
    ...Object.fromEntries(responses),
    ...(route.kind === 'local' && route.form && oauthErrors),
  };
}

function problemResponse(codes: readonly ErrorCode[]): JsonSchema {
  const retries = codes.includes('rate_limited') || codes.includes('unavailable');
  const schema = {
    allOf: [schemaRef('Problem'), { type: 'object', properties: { code: { enum: codes } } }],
  };
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code].title}.`).join(' '),
    headers: { ...commonHeaders, ...(retries && { 'retry-after': headerRef('RetryAfter') }) },
    content: { 'application/problem+json': { schema } },
  };
}

const oauthError = (description: string) => ({
  description,
  headers: commonHeaders,
  content: { 'application/json': { schema: schemaRef('OAuthError') } },
});
const oauthErrors = {
  400: oauthError('`invalid_request`, `unsupported_grant_type` or `invalid_scope`.'),
  401: oauthError('`invalid_client`.'),
};

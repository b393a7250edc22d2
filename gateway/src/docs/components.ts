/** Parts of the OpenAPI document that every endpoint refers to. */
import { scopes } from '@svc/contracts';
import type { ApiEnvironment } from '../config.ts';
import type { Access } from '../routes/route.ts';
import { type JsonSchema, schemaRef } from './schemas.ts';

const integer = { type: 'integer', minimum: 0 };
const header = (description: string, schema: JsonSchema) => ({ description, schema });

export function components(options: { environment: ApiEnvironment; tokenUrl: string }) {
  return {
    securitySchemes: securitySchemes(options),
    headers: {
      RequestId: header('Quote it to support.', { type: 'string' }),
      RateLimit: header('Requests that a minute may hold.', integer),
      RateRemaining: header('How many of them are left.', integer),
      RateReset: header('Seconds until there is more room.', integer),
      RetryAfter: header('Seconds to wait before the next try.', integer),
      Replayed: header('`true` when this is the outcome of an earlier request.', {
        type: 'string',
        const: 'true',
      }),
    },
    parameters: {
      IdempotencyKey: idempotencyKey(false),
      RequiredIdempotencyKey: idempotencyKey(true),
    },
    schemas: {
      Problem: problemSchema,
      ProblemItem: problemItemSchema,
      OAuthError: oauthErrorSchema,
    },
  };
}

function securitySchemes({
  environment,
  tokenUrl,
}: {
  environment: ApiEnvironment;
  tokenUrl: string;
}) {
  const apiKey = { type: 'apiKey', in: 'header', name: 'x-api-key' };
  if (environment === 'sandbox') {
    return { sandboxKey: { ...apiKey, description: 'The published sandbox key.' } };
  }
  const granted = Object.fromEntries(scopes.map((scope) => [scope, scope]));
  return {
    oauth2: {
      type: 'oauth2',
      description: 'A token lives 15 minutes.',
      flows: { clientCredentials: { tokenUrl, scopes: granted } },
    },
    apiKey: { ...apiKey, description: 'For reads of low risk.' },
  };
}

export type SecurityOf = (access: Access) => Record<string, string[]>[];

export const securityOf =
  (environment: ApiEnvironment): SecurityOf =>
  (access) => {
    if ('public' in access) return [];
    if (environment === 'sandbox') return [{ sandboxKey: [] }];
    const tokens: Record<string, string[]>[] = access.scopes.map((scope) => ({ oauth2: [scope] }));
    return access.keyAllowed ? [...tokens, { apiKey: [] }] : tokens;
  };

const idempotencyKey = (required: boolean) => ({
  name: 'Idempotency-Key',
  in: 'header',
  required,
  description:
    'Unique per operation, and the same on every attempt of it. Repeating it within 24 hours returns the first outcome.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
});

const problemItemSchema = {
  type: 'object',
  required: ['pointer', 'code', 'detail'],
  properties: {
    pointer: {
      type: 'string',
      description: 'JSON pointer into the body, or `/query/<name>`, `/headers/<name>`.',
    },
    code: { type: 'string' },
    detail: { type: 'string' },
  },
};

const problemSchema = {
  type: 'object',
  description: 'RFC 9457.',
  required: ['type', 'title', 'status', 'code', 'detail', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string' },
    detail: { type: 'string' },
    request_id: { type: 'string' },
    errors: { type: 'array', items: schemaRef('ProblemItem') },
    retry_after_seconds: { type: 'integer', description: 'With every 429 and 503.' },
    required_scope: { type: 'string', description: 'With `insufficient_scope`.' },
  },
};

const oauthErrorSchema = {
  type: 'object',
  description: 'RFC 6749 section 5.2.',
  required: ['error'],
  properties: {
    error: {
      type: 'string',
      enum: ['invalid_request', 'invalid_client', 'unsupported_grant_type', 'invalid_scope'],
    },
    error_description: { type: 'string' },
  },
};

/** Parts of the OpenAPI document that every endpoint refers to. */
import { byId, endingBefore, page, scopeGrants } from '@svc/contracts';
import type { z } from 'zod';
import type { ApiEnvironment } from '../config.ts';
import type { Access } from '../endpoint/route.ts';
import { problemExamples, problemSchemas } from './problems.ts';
import { type JsonSchema, jsonSchemaOf, type Parameter } from './schemas.ts';

const header = (description: string, schema: JsonSchema) => ({ description, schema });
const count = { type: 'integer', minimum: 0 };

export function components(options: { environment: ApiEnvironment; tokenUrl: string }) {
  return {
    securitySchemes: securitySchemes(options),
    headers: {
      RequestId: header(
        'Id of this request. Quote it to support. Every problem document carries it too.',
        {
          type: 'string',
          minLength: 1,
        },
      ),
      RateLimit: header('Requests allowed per minute, excluding the burst.', count),
      RateRemaining: header('Requests left in the current minute, excluding the burst.', count),
      RateReset: header('Seconds until more requests are allowed.', count),
      RetryAfter: header('Whole seconds to wait before retrying.', count),
      Replayed: header(
        '`true` if this is the stored response of an earlier request with the same Idempotency-Key; absent otherwise.',
        { type: 'string', const: 'true' },
      ),
      Deprecation: header(
        'When the endpoint was deprecated (RFC 9745), as `@` and Unix time; absent if it is not deprecated.',
        { type: 'string', pattern: '^@\\d+$' },
      ),
      Sunset: header(
        'When the endpoint will be withdrawn (RFC 8594), at least 180 days after deprecation; absent if it is not deprecated.',
        { type: 'string' },
      ),
    },
    parameters: sharedParameters,
    schemas: problemSchemas,
    examples: problemExamples,
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
    const description =
      'The published sandbox key. Data is private per caller, identified by the key and the `svc-sandbox-session` header, or by IP address without that header.';
    return { sandboxKey: { ...apiKey, description } };
  }
  return {
    oauth2: {
      type: 'oauth2',
      description:
        'OAuth 2.0 client credentials. Reuse an access token until it expires after 15 minutes. Send it as `Authorization: Bearer`.',
      flows: { clientCredentials: { tokenUrl, scopes: scopeGrants } },
    },
    apiKey: {
      ...apiKey,
      description:
        'Long-lived key, `svc_live_…`, for low-risk reads, stock feeds and forwarded telemetry. Accepted only by endpoints that list it.',
    },
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

const idempotencyKey = (required: boolean): Parameter => ({
  name: 'Idempotency-Key',
  in: 'header',
  required,
  description:
    'Unique key of the operation, 1 to 255 printable ASCII characters. Send the same key on every retry: repeating it with the same body within 24 hours returns the first response, byte for byte, with `idempotent-replayed: true`.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
});

function parameter(name: string, place: 'path' | 'query', schema: z.ZodType): Parameter {
  const { description, ...rest } = jsonSchemaOf(schema, 'input');
  const required = place === 'path';
  return { name, in: place, required, description: String(description), schema: rest };
}

const sharedParameters = {
  IdempotencyKey: idempotencyKey(false),
  RequiredIdempotencyKey: idempotencyKey(true),
  Id: parameter('id', 'path', byId.shape.id),
  Limit: parameter('limit', 'query', page.limit),
  StartingAfter: parameter('starting_after', 'query', page.starting_after),
  EndingBefore: parameter('ending_before', 'query', endingBefore),
} as const satisfies Record<string, Parameter>;

const keys = new Map(
  Object.entries(sharedParameters).map(([name, shared]) => [JSON.stringify(shared), name]),
);

/** References the shared parameter component if there is one. */
export function parameterRef(own: Parameter): JsonSchema {
  const name = keys.get(JSON.stringify(own));
  return name === undefined ? { ...own } : { $ref: `#/components/parameters/${name}` };
}

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
      RequestId: header('Id of this request: quote it to support. Also in every problem.', {
        type: 'string',
        minLength: 1,
      }),
      RateLimit: header('Requests that a minute may hold, without the burst.', count),
      RateRemaining: header('How many requests of this minute are left, without the burst.', count),
      RateReset: header('Seconds until there is more room.', count),
      RetryAfter: header('Whole seconds to wait before the next try.', count),
      Replayed: header(
        '`true` when this is the stored outcome of an earlier request with the same Idempotency-Key; absent otherwise.',
        { type: 'string', const: 'true' },
      ),
      Deprecation: header(
        'RFC 9745: since when the endpoint is deprecated, as `@` and Unix time; absent while it is not.',
        { type: 'string', pattern: '^@\\d+$' },
      ),
      Sunset: header(
        'RFC 8594: when the endpoint will be withdrawn, at least 180 days after its deprecation; absent while it is not deprecated.',
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
      'The published sandbox key. Data is private per caller: the key and the header `svc-sandbox-session`, else the address.';
    return { sandboxKey: { ...apiKey, description } };
  }
  return {
    oauth2: {
      type: 'oauth2',
      description:
        'OAuth 2.0 client credentials: an access token lives 15 minutes, use it again until then. Send it as `Authorization: Bearer`.',
      flows: { clientCredentials: { tokenUrl, scopes: scopeGrants } },
    },
    apiKey: {
      ...apiKey,
      description:
        'A long-lived key, `svc_live_…`, for reads of low risk and stock feeds. An endpoint that lists it takes it.',
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
    'Unique per operation, and the same on every attempt of it: 1 to 255 printable ASCII characters. Repeating it with the same body within 24 hours returns the first outcome, byte for byte, with `idempotent-replayed: true`.',
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

/** A reference to the same parameter among the components, where there is one. */
export function parameterRef(own: Parameter): JsonSchema {
  const name = keys.get(JSON.stringify(own));
  return name === undefined ? { ...own } : { $ref: `#/components/parameters/${name}` };
}

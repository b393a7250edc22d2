/** Problem documents (RFC 9457) in OpenAPI: their schema, and an example of each code. */
import { publicErrors as codes, type ErrorCode } from '@svc/contracts';
import { type JsonSchema, schemaRef } from './schemas.ts';

const errorCode = {
  type: 'string',
  enum: codes.map(([code]) => code),
  description: `Stable error code. Branch on it, and handle an unknown code by its status.\n\n${codes
    .map(([code, { status, meaning }]) => `- \`${code}\` (${status}): ${meaning}`)
    .join('\n')}`,
};

const problemItem = {
  type: 'object',
  description: 'A problem with one field, parameter or header of the request.',
  required: ['pointer', 'code', 'detail'],
  properties: {
    pointer: {
      type: 'string',
      description: 'JSON pointer into the body, or `/query/<name>` or `/headers/<name>`.',
    },
    code: {
      type: 'string',
      minLength: 1,
      description: 'Machine-readable code of the problem, e.g. `too_big`.',
    },
    detail: {
      type: 'string',
      minLength: 1,
      description: 'Human-readable explanation. Never contains the submitted value.',
    },
  },
};

const problem = {
  type: 'object',
  description: 'Error response: a problem document (RFC 9457).',
  required: ['type', 'title', 'status', 'code', 'detail', 'request_id'],
  properties: {
    type: {
      type: 'string',
      format: 'uri',
      description: 'URL of the page that documents the code.',
    },
    title: {
      type: 'string',
      minLength: 1,
      description: 'Short human-readable summary of the code.',
    },
    status: {
      type: 'integer',
      minimum: 400,
      maximum: 599,
      description: 'HTTP status of the response.',
    },
    code: schemaRef('ErrorCode'),
    detail: {
      type: 'string',
      minLength: 1,
      description:
        'Human-readable explanation of this occurrence. Do not parse it: the wording may change.',
    },
    request_id: {
      type: 'string',
      minLength: 1,
      description: 'Id of this request. Quote it to support.',
    },
    errors: {
      type: 'array',
      items: schemaRef('ProblemItem'),
      minItems: 1,
      description: 'With `invalid_body` and some other codes: every problem found in the request.',
    },
    retry_after_seconds: {
      type: 'integer',
      minimum: 0,
      description: 'With every 429 and 503: whole seconds to wait before retrying.',
    },
    required_scope: {
      type: 'string',
      pattern: '^[a-z]+:[a-z]+$',
      description: 'With `insufficient_scope`: the scope that is missing from the token.',
    },
  },
};

const oauthError = {
  type: 'object',
  description: 'Error response of the token endpoint (RFC 6749, section 5.2).',
  required: ['error'],
  properties: {
    error: {
      type: 'string',
      enum: ['invalid_request', 'invalid_client', 'unsupported_grant_type', 'invalid_scope'],
      description:
        'OAuth error code.\n\n- `invalid_request`: a field is missing or repeated.\n- `invalid_client`: the id, secret or assertion is wrong, or the client was revoked.\n- `unsupported_grant_type`: only `client_credentials` is supported.\n- `invalid_scope`: the client does not hold a requested scope.',
    },
    error_description: { type: 'string', description: 'Human-readable explanation of the error.' },
  },
};

const registrationError = {
  type: 'object',
  description: 'Error response of device registration (RFC 7591, section 3.2.2).',
  required: ['error'],
  properties: {
    error: {
      type: 'string',
      enum: ['invalid_token', 'invalid_client_metadata'],
      description:
        'OAuth error code.\n\n- `invalid_token`: the initial access token is unknown, used or expired.\n- `invalid_client_metadata`: the metadata sent by the device cannot be registered.',
    },
    error_description: { type: 'string', description: 'Human-readable explanation of the error.' },
  },
};

export const problemSchemas = {
  Problem: problem,
  ProblemItem: problemItem,
  ErrorCode: errorCode,
  OAuthError: oauthError,
  RegistrationError: registrationError,
};

const extras: Partial<Record<ErrorCode, JsonSchema>> = {
  invalid_body: {
    errors: [{ pointer: '/parcels', code: 'too_big', detail: 'Too big: expected <= 99' }],
  },
  insufficient_scope: { required_scope: 'jobs:write' },
};

/** Examples by code, as a client receives them. */
export const problemExamples = Object.fromEntries(
  codes.map(([code, { status, title, meaning }]) => {
    const isRetried = status === 429 || status === 503;
    const value = {
      type: `https://api.courier.example/docs/errors#${code}`,
      title,
      status,
      code,
      detail: meaning,
      request_id: 'req_01KAK7QW3ZC5V8M2N4P6R8T0XR',
      ...(isRetried && { retry_after_seconds: 12 }),
      ...Object(extras)[code],
    };
    return [code, { summary: title, value }];
  }),
);

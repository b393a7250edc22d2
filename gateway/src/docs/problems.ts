/** Problem documents (RFC 9457) in OpenAPI: their schema, and an example of each code. */
import { publicErrors as codes, type ErrorCode } from '@svc/contracts';
import { type JsonSchema, schemaRef } from './schemas.ts';

const errorCode = {
  type: 'string',
  enum: codes.map(([code]) => code),
  description: `Stable code of the error: decide by it, and treat one that you do not know by its status.\n\n${codes
    .map(([code, { status, meaning }]) => `- \`${code}\` (${status}): ${meaning}`)
    .join('\n')}`,
};

const problemItem = {
  type: 'object',
  description: 'What is wrong with one field, parameter or header of the request.',
  required: ['pointer', 'code', 'detail'],
  properties: {
    pointer: {
      type: 'string',
      description: 'JSON pointer into the body, or `/query/<name>`, `/headers/<name>`.',
    },
    code: {
      type: 'string',
      minLength: 1,
      description: 'What is wrong, as a code, e.g. `too_big`.',
    },
    detail: {
      type: 'string',
      minLength: 1,
      description: 'What is wrong, in words for people; never the value that was sent.',
    },
  },
};

const problem = {
  type: 'object',
  description: 'Every error of the API, as a problem document: RFC 9457.',
  required: ['type', 'title', 'status', 'code', 'detail', 'request_id'],
  properties: {
    type: {
      type: 'string',
      format: 'uri',
      description: 'Address of the page that explains the code.',
    },
    title: { type: 'string', minLength: 1, description: 'The code in words for people.' },
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
      description: 'What went wrong this time, in words for people; may change.',
    },
    request_id: {
      type: 'string',
      minLength: 1,
      description: 'Id of this request: quote it to support.',
    },
    errors: {
      type: 'array',
      items: schemaRef('ProblemItem'),
      minItems: 1,
      description: 'With `invalid_body` and some others: every fault of the request.',
    },
    retry_after_seconds: {
      type: 'integer',
      minimum: 0,
      description: 'With every 429 and 503: whole seconds to wait before the next try.',
    },
    required_scope: {
      type: 'string',
      pattern: '^[a-z]+:[a-z]+$',
      description: 'With `insufficient_scope`: the scope that the token lacks.',
    },
  },
};

const oauthError = {
  type: 'object',
  description: 'Error of the token endpoint: RFC 6749 section 5.2.',
  required: ['error'],
  properties: {
    error: {
      type: 'string',
      enum: ['invalid_request', 'invalid_client', 'unsupported_grant_type', 'invalid_scope'],
      description:
        'What is wrong.\n\n- `invalid_request`: a field is missing or stands there twice.\n- `invalid_client`: id, secret or assertion is wrong, or the client was revoked.\n- `unsupported_grant_type`: only `client_credentials` is supported.\n- `invalid_scope`: the client does not hold a scope that it asks for.',
    },
    error_description: { type: 'string', description: 'The same in words for people.' },
  },
};

const registrationError = {
  type: 'object',
  description: 'Error of the registration of a device: RFC 7591 section 3.2.2.',
  required: ['error'],
  properties: {
    error: {
      type: 'string',
      enum: ['invalid_token', 'invalid_client_metadata'],
      description:
        'What is wrong.\n\n- `invalid_token`: the initial access token is unknown, used or expired.\n- `invalid_client_metadata`: what the device says of itself cannot be registered.',
    },
    error_description: { type: 'string', description: 'The same in words for people.' },
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

/** As a client meets it, by code. */
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

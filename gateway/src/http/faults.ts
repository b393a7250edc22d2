/** Faults that Fastify and Node report themselves, as problems. */
import type { FastifyError } from 'fastify';
import { sizeText } from '../endpoint/bodies.ts';
import { invalidBody, type Problem, problem } from '../problem/problem.ts';

/** The part of the request that an error message may mention. */
interface Sent {
  bodyLimit?: number;
  /** Content types that the endpoint takes. */
  types?: readonly string[] | undefined;
  /** Its content type. */
  sent?: string | undefined;
}

/** The media type without parameters; malformed text is not echoed. */
const essenceOf = (contentType = ''): string =>
  /^[\w.+-]{1,60}\/[\w.+-]{1,60}(?=\s*(;|$))/.exec(contentType)?.[0] ?? 'what was sent';

/** `undefined` for an internal error. */
export function problemOfError(
  error: FastifyError,
  { bodyLimit = 0, types = ['application/json'], sent }: Sent = {},
): Problem | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return problem('payload_too_large', {
        detail: `The body is larger than ${sizeText(bodyLimit)}.`,
        headers: { connection: 'close' },
      });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return problem('unsupported_media_type', {
        detail: `This endpoint takes ${types.join(' or ')}, not ${essenceOf(sent)}.`,
      });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return brokenBody;
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return badUrl;
    default:
      // The stream of a body that breaks off carries Node's own error.
      return error.statusCode === 400 ? brokenBody : undefined;
  }
}

export const encodedBody = problem('unsupported_media_type', {
  detail: 'Send the body as it is, without Content-Encoding: no coding is undone here.',
  headers: { 'accept-encoding': 'identity', connection: 'close' },
});

const brokenBody = invalidBody([
  { pointer: '', code: 'incomplete', detail: 'The body did not arrive as announced.' },
]);
const badUrl = invalidBody([
  { pointer: '/path', code: 'invalid_encoding', detail: 'The path is not percent-encoded UTF-8.' },
]);

/** Errors of the HTTP parser, before there is a request. */
export function problemOfBytes(code: string | undefined): Problem {
  const fault = byteFaults[code ?? ''] ?? 'This is not HTTP/1.1 as RFC 9112 defines it.';
  return invalidBody([{ pointer: '/headers', code: 'malformed', detail: fault }]);
}

const byteFaults: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The request line and headers are larger than 16 KiB.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
};

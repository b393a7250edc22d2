/** Problem documents (RFC 9457): the only form of this gateway's error responses. */
import { type ErrorCode, errors } from '@svc/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface ProblemItem {
  /** JSON pointer into the body, or `/query/<name>` or `/headers/<name>`. */
  pointer: string;
  code: string;
  /** Never holds the value that was sent. */
  detail: string;
}

export interface Problem {
  code: ErrorCode;
  detail: string;
  errors?: readonly ProblemItem[];
  headers?: Readonly<Record<string, string>>;
  /** Further members of the document, e.g. `required_scope`. */
  members?: Readonly<Record<string, unknown>>;
}

type Extra = Omit<Problem, 'code' | 'detail'> & { detail?: string };

/** The detail defaults to the meaning of the code; every 429 and 503 has a Retry-After. */
export const problem = (code: ErrorCode, { detail, ...extra }: Extra = {}): Problem => ({
  code,
  detail: detail ?? errors[code].meaning,
  ...(isWait(code) && retryAfter(1)),
  ...extra,
});

const isWait = (code: ErrorCode): boolean => [429, 503].includes(errors[code].status);

/** Sent as a header, and as a body member for clients that read only the body. */
export const retryAfter = (seconds: number): Pick<Problem, 'headers' | 'members'> => ({
  headers: { 'retry-after': String(seconds) },
  members: { retry_after_seconds: seconds },
});

/** Maximum number of reported faults per request. */
const itemsMax = 50;

export const invalidBody = (items: readonly ProblemItem[]): Problem =>
  problem('invalid_body', {
    detail: items[0]
      ? `${placeOf(items[0].pointer)}: ${items[0].detail}${others(items)}`
      : 'Not valid.',
    errors: items.slice(0, itemsMax),
  });

/** A pointer in words: a reader of the text alone learns where to look. */
function placeOf(pointer: string): string {
  const [, query] = /^\/query\/(.+)$/.exec(pointer) ?? [];
  if (query !== undefined) return `Query parameter ${query}`;
  const [, header] = /^\/headers\/(.+)$/.exec(pointer) ?? [];
  if (header !== undefined) return `Header ${header}`;
  return { '': 'The body', '/path': 'The path', '/headers': 'The request' }[pointer] ?? pointer;
}

const others = ({ length }: readonly ProblemItem[]): string =>
  length > 1 ? ` And ${length - 1} more: see errors.` : '';

export const badHeader = (name: string, detail: string): Problem =>
  invalidBody([{ pointer: `/headers/${name}`, code: 'invalid_header', detail }]);

export const unavailable = (retryAfterSeconds = 1): Problem =>
  problem('unavailable', retryAfter(retryAfterSeconds));

export const problemType = 'application/problem+json';
export const statusOf = (code: ErrorCode): number => errors[code].status;

export interface ProblemContext {
  docsUrl: string;
  requestId: string;
}

export function problemDocument(
  { code, detail, errors: items, members }: Problem,
  { docsUrl, requestId }: ProblemContext,
): string {
  const { status, title } = errors[code];
  return JSON.stringify({
    type: `${docsUrl}/errors#${code}`,
    title,
    status,
    code,
    detail,
    request_id: requestId,
    ...(items && { errors: items }),
    ...members,
  });
}

export type SendProblem = (request: FastifyRequest, reply: FastifyReply, what: Problem) => void;

export const problemSender =
  (docsUrl: string): SendProblem =>
  (request, reply, what) => {
    request.problemCode = what.code;
    reply
      .code(statusOf(what.code))
      .headers({ ...what.headers, 'content-type': problemType, 'cache-control': 'no-store' })
      // Sent as bytes: Fastify would add a charset to text, which this media type does not have.
      .send(Buffer.from(problemDocument(what, { docsUrl, requestId: request.id })));
  };

const segmentMax = 64;

/** JSON pointer (RFC 6901); long names are cut. */
export const pointerTo = (path: readonly (string | number)[]): string =>
  path
    .map((part) => String(part).slice(0, segmentMax).toWellFormed())
    .map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');

/** Problem documents (RFC 9457): the only form in which this gateway says no. */
import { type ErrorCode, errors } from '@svc/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface ProblemItem {
  /** JSON pointer into the body, or `/query/<name>`, `/headers/<name>`. */
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

/** The detail defaults to what the code means. */
export const problem = (code: ErrorCode, { detail, ...extra }: Extra = {}): Problem => ({
  code,
  detail: detail ?? errors[code].meaning,
  ...extra,
});

/** How many faults of one request are worth telling. */
const itemsMax = 50;

export const invalidBody = (items: readonly ProblemItem[]): Problem =>
  problem('invalid_body', {
    detail: items[0] ? `${items[0].pointer || 'The body'}: ${items[0].detail}` : 'Not valid.',
    errors: items.slice(0, itemsMax),
  });

export const badHeader = (name: string, detail: string): Problem =>
  invalidBody([{ pointer: `/headers/${name}`, code: 'invalid_header', detail }]);

export const unavailable = (retryAfterSeconds = 1): Problem =>
  problem('unavailable', { headers: { 'retry-after': String(retryAfterSeconds) } });

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
      // As bytes: to text Fastify would add a charset, which this media type does not have.
      .send(Buffer.from(problemDocument(what, { docsUrl, requestId: request.id })));
  };

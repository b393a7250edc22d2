import { ApiError, type ErrorCode, type Problem, type ProblemItem } from './generated/client.ts';

/**
 * The API said no. `code` is stable; one that this version does not know is a string all the same.
 *
 * ```ts
 * if (error instanceof ProblemError && error.code === 'quote_expired') await quoteAgain();
 * ```
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  /** Method and path of the request. */
  readonly request: string;

  constructor(problem: Problem, request: string) {
    super(`${problem.code}: ${problem.detail} (${request}, request ${problem.request_id})`);
    this.problem = problem;
    this.request = request;
  }
  get code(): ErrorCode {
    return this.problem.code;
  }
  get status(): number {
    return this.problem.status;
  }
  /** Quote it to support. */
  get requestId(): string {
    return this.problem.request_id;
  }
  /** Every fault of the request, each with a JSON pointer. */
  get items(): readonly ProblemItem[] {
    return this.problem.errors ?? [];
  }
}

/** A refusal of the token endpoint, in the words of RFC 6749. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly error: string;

  constructor(error: string, description = '') {
    super(`The token endpoint refused: ${error}. ${description}`.trim());
    this.error = error;
  }
}

/** The problem of a response; other errors, e.g. of a proxy in between, stay as they are. */
export function toProblemError(error: Error, request: string): Error {
  if (!(error instanceof ApiError) || !isProblem(error.body)) return error;
  return new ProblemError(error.body, request);
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  typeof body.code === 'string' &&
  'request_id' in body;

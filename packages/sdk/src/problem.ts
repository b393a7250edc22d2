import type { ErrorCode, Problem, ProblemItem } from './generated/api.ts';

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

/** An answer that is neither the API's result nor its problem, e.g. of a proxy in between. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Parsed where it is JSON, else text. */
  readonly body: unknown;

  constructor({ status }: Response, body: unknown, request: string) {
    super(`Request failed with status ${status} (${request})`);
    this.status = status;
    this.body = body;
  }
}

/** The refusal that an answer is; `request` is its method and path. */
export function refusalOf(response: Response, text: string, request: string): Error {
  const body = jsonOf(text) ?? text;
  return isProblem(body) ? new ProblemError(body, request) : new ApiError(response, body, request);
}

/** Undefined where it is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  typeof body.code === 'string' &&
  'request_id' in body;

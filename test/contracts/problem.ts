/** Members of every problem document (RFC 9457, and the API document under Errors). */
import { type ErrorCode, errors } from '@svc/contracts';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Answer } from '../journeys/http.ts';

const problemForm = z.looseObject({
  type: z.url(),
  title: z.string().min(1),
  status: z.int(),
  code: z.string(),
  detail: z.string().min(1),
  request_id: z.string().regex(/^req_[0-9A-Z]{26}$/),
  errors: z
    .array(z.strictObject({ pointer: z.string(), code: z.string(), detail: z.string() }))
    .optional(),
});
export type Problem = z.infer<typeof problemForm>;

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);

/** The document, if everything about it and around it is as promised. */
export function problemIn({ status, headers, text }: Answer): Problem {
  expect(headers.get('content-type'), text).toBe('application/problem+json');
  const problem = problemForm.parse(JSON.parse(text));
  const { code } = problem;
  if (!isCode(code)) throw new Error(`${code} is not in the catalogue`);
  expect(problem).toMatchObject({ status, title: errors[code].title });
  expect(status, code).toBe(errors[code].status);
  expect(problem.type).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/docs/errors#${code}$`));
  expect(headers.get('x-request-id')).toBe(problem.request_id);
  expect(headers.get('cache-control')).toBe('no-store');
  expectLimitHeaders(headers);
  expectCompanions(code, problem, headers);
  return problem;
}

/** On every response, errors included. */
export function expectLimitHeaders(headers: Headers): void {
  expect(headers.get('x-request-id')).toMatch(/^req_[0-9A-Z]{26}$/);
  for (const name of ['limit', 'remaining', 'reset']) {
    expect(headers.get(`x-ratelimit-${name}`), name).toMatch(/^\d+$/);
  }
}

/** Headers and members that some codes bring along. */
function expectCompanions(code: ErrorCode, problem: Problem, headers: Headers): void {
  const wait = headers.get('retry-after');
  switch (code) {
    case 'missing_api_key':
    case 'invalid_api_key':
    case 'invalid_token':
      expect(headers.get('www-authenticate')).toMatch(/^(Bearer|ApiKey) realm=/);
      break;
    case 'insufficient_scope':
      expect(headers.get('www-authenticate')).toBe(
        `Bearer error="insufficient_scope", scope="${String(problem.required_scope)}"`,
      );
      break;
    case 'method_not_allowed':
      expect(headers.get('allow')).toMatch(/^[A-Z]+(, [A-Z]+)*$/);
      break;
    default:
  }
  if ([429, 503].includes(problem.status)) {
    expect(wait, code).toMatch(/^[1-9]\d*$/);
    expect(problem.retry_after_seconds, code).toBe(Number(wait));
  }
}

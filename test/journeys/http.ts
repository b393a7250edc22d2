/** Requests as a client sends them, and what comes back. */
import { expect } from 'vitest';
import type { z } from 'zod';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
/** `POST /jobs`: the path stands below the base URL, with its query. */
export type Line = `${Method} /${string}`;

export interface Request {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, as JSON too unless a header says otherwise. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  /** Idempotency-Key. */
  key?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** As sent. */
  text: string;
}

/** Longer than the gateway may take for anything. */
const deadlineMs = 15_000;

export type Send = (line: Line, request?: Request) => Promise<Answer>;
/** Hears of every answer before the test does. */
export type Observe = (line: Line, answer: Answer) => void;

/** Asks below `baseUrl` with these headers, and with those that a request brings. */
export function createSend(
  baseUrl: string,
  common: Record<string, string> = {},
  observe: Observe = () => undefined,
): Send {
  return async (line, { body, raw, headers, key } = {}) => {
    const [method = '', path = ''] = line.split(/ (.*)/s);
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...common,
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
      signal: AbortSignal.timeout(deadlineMs),
    });
    const answer = {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    };
    observe(line, answer);
    return answer;
  };
}

/** The resource in an answer of this status. */
export function resource<S extends z.ZodType>(
  answer: Answer,
  status: number,
  schema: S,
): z.output<S> {
  expect(answer, answer.text).toMatchObject({ status });
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  return schema.parse(JSON.parse(answer.text));
}

export function jsonOf({ text }: Answer): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** `<status> <code>` of a problem, which says all that is expected in most tests. */
export const outcomeOf = (answer: Answer): string =>
  `${answer.status} ${String(jsonOf(answer).code)}`;

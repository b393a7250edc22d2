/** Requests to every endpoint of the table. */
import { crc32 } from 'node:zlib';
import { errors } from '@svc/contracts';
import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import type { GatewayConfig } from '../src/config.ts';
import { fullPath } from '../src/endpoint/path-and-audience.ts';
import type { ActionRoute, GatewayRoute } from '../src/endpoint/route.ts';

export const isAction = (route: GatewayRoute): route is ActionRoute => route.kind === 'action';

/** A request that the endpoint takes, but for its credential. */
export function requestTo(route: GatewayRoute, environment: GatewayConfig['SVC_ENVIRONMENT']) {
  const path = fullPath(route, environment).replace('{format}', 'traccar');
  const url = path.replaceAll(/\{\w+\}/g, 'job_1');
  const request: InjectOptions & { headers: Record<string, string> } = {
    method: route.method,
    url,
    headers: { 'idempotency-key': 'attempt-1' },
  };
  if (isAction(route) && route.body === 'json') request.payload = Object(route.example);
  if (isAction(route) && route.body === 'image') {
    request.payload = png;
    request.headers['content-type'] = 'image/png';
    if ('kind' in route.query) request.url = `${url}?kind=photo`;
  }
  if (isAction(route) && route.body === 'feed') request.payload = Object(route.example);
  return request;
}

/** The signature of PNG and nothing after it: nobody here looks further. */
export const png = Buffer.from('89504e470d0a1a0a', 'hex');

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** A key that looks genuine; another one for each number. */
export function genuineLooking(number: number): string {
  const body = `svc_live_key_${String(number).padStart(26, '0')}_${'Z'.repeat(32)}`;
  return body + digits(crc32(body));
}
/** Seven base32 digits, as accounts writes them. */
const digits = (value: number): string =>
  Array.from({ length: 7 }, (_, i) => alphabet[Math.floor(value / 32 ** (6 - i)) % 32]).join('');
export const genuineKey = genuineLooking(0);
/** Whose key it is, as accounts says. */
export const keyPrincipal = { tenant_id: 'ten_a', client_id: 'key_1', scopes: ['jobs:read'] };

interface Response {
  statusCode: number;
  headers: Record<string, unknown>;
  body: string;
}

/** The problem document that a response must be, with everything that each of them has. */
export function problemIn(response: Response): Record<string, unknown> {
  expect(response.headers['content-type']).toBe('application/problem+json');
  const document: Record<string, unknown> = JSON.parse(response.body);
  const { code, status } = document;
  expect(status).toBe(response.statusCode);
  expect(errors).toHaveProperty(String(code));
  expect(document).toMatchObject({
    type: `https://api.example.test/docs/errors#${String(code)}`,
    title: expect.any(String),
    detail: expect.any(String),
    request_id: response.headers['x-request-id'],
  });
  expectRateLimitHeaders(response);
  return document;
}

export function expectRateLimitHeaders({ headers }: Pick<Response, 'headers'>): void {
  expect(headers['x-request-id']).toMatch(/^req_[0-9A-Z]{26}$/);
  for (const name of ['limit', 'remaining', 'reset']) {
    expect(Number(headers[`x-ratelimit-${name}`]), name).toBeGreaterThanOrEqual(0);
  }
}

/** A problem without what differs from request to request. */
export const codeIn = (response: Response): unknown => problemIn(response).code;

import { expect, it } from 'vitest';
import { gatewayUnderTest, sandboxEnv } from './gateway-under-test.ts';
import { problemIn } from './requests.ts';

const live = await gatewayUnderTest();
const sandbox = await gatewayUnderTest({ env: sandboxEnv });
const base = `${live.config.SVC_PUBLIC_URL}/v1`;
const authorization = `Bearer ${await live.issuer.token()}`;
const json = { authorization, 'content-type': 'application/json' };
const form = { authorization, 'content-type': 'application/x-www-form-urlencoded' };

interface Request {
  gateway?: typeof live;
  method?: 'POST' | 'DELETE';
  headers?: Record<string, string>;
  payload?: string;
}
const detailOf = async (url: string, { gateway = live, ...request }: Request = {}) => {
  const { payload, method = payload === undefined ? 'GET' : 'POST' } = request;
  const headers = request.headers ?? { authorization };
  const response = await gateway.app.inject({ method, url, headers, ...(payload && { payload }) });
  return String(problemIn(response).detail);
};
const byCredential = (credential: string): Request => ({ headers: { authorization: credential } });

it.each<[string, string | RegExp, Request?]>([
  ['/jobs', `Nothing is served at this path. Paths begin with ${base}.`],
  ['/api/v1/jobs/SVC-1', `Nothing is served at this path. Paths begin with ${base}.`],
  ['/v1/jobs/', 'Nothing is served at this path. Leave out the slash at its end.'],
  ['/v1/jobs/?limit=1', 'Nothing is served at this path. Leave out the slash at its end.'],
  ['/v1/nothing', `Nothing is served at this path. The API begins with ${base};`],
  ['/v1/jobs', 'Paths begin with https://api.example.test/api/v1.', { gateway: sandbox }],
  ['/api/v1/invoices', 'it is on the live API only', { gateway: sandbox }],
  [
    '/v1/jobs',
    'This path takes GET, HEAD, OPTIONS, POST; the request was DELETE.',
    { method: 'DELETE' },
  ],
  ['/v1/jobs', 'HTTP Basic is for the token endpoint only', byCredential('Basic Y2xpOnNlY3JldA==')],
  ['/v1/jobs', 'is not "Bearer <access token>"', byCredential('eyJhbGciOi.e30.c2ln')],
  ['/v1/jobs', 'is not "Bearer <access token>"', byCredential('Bearer')],
  ['/v1/jobs', 'is not an access token', byCredential('Bearer nonsense')],
  [
    '/api/v1/jobs',
    /^(?!.*bearer).*published sandbox key in the x-api-key header/is,
    { gateway: sandbox, headers: {} },
  ],
  ['/api/v1/jobs', 'The sandbox takes no Authorization header.', { gateway: sandbox }],
  [
    '/v1/quotes',
    'The body is not JSON: see line 2, column 9.',
    { headers: json, payload: '{"sku": "LAB-STD",\n  "km": }' },
  ],
  ['/v1/quotes', 'JSON', { headers: json, payload: '['.repeat(20) }],
  [
    '/v1/quotes',
    'This endpoint takes application/json, not application/x-www-form-urlencoded.',
    { headers: form, payload: 'sku=LAB-STD' },
  ],
  // What is no type is not repeated.
  [
    '/v1/quotes',
    /^(?!.*hunter2)/,
    { headers: { ...form, 'content-type': 'hunter2' }, payload: 'x' },
  ],
  [
    '/v1/quotes',
    /^\/skuu: Unknown field\. Did you mean sku\? And 2 more: see errors\.$/,
    { headers: json, payload: '{"skuu":"x","kms":1}' },
  ],
  ['/v1/jobs', 'the same key on every retry', { method: 'POST' }],
])('the refusal of a request to %s says: %s', async (url, text, request) => {
  expect(await detailOf(url, request)).toMatch(text);
});

it('the refusal of an expired token says when it expired', async () => {
  const expired = { headers: { authorization: `Bearer ${await live.issuer.token()}` } };
  live.clock.advanceMs(16 * 60_000);
  expect(await detailOf('/v1/jobs', expired)).toMatch(
    /^The token expired at \d{4}-\d\d-\d\dT[\d:.]+Z\. Request a new one/,
  );
});

it('a browser at a path that is nearly a page is redirected to it', async () => {
  const pages = { '/docs/': '/docs', '/docs/errors/': '/docs/errors', '/': '/docs' };
  for (const [url, page] of Object.entries(pages)) {
    const response = await live.app.inject({ url, headers: { accept: 'text/html,*/*' } });
    expect([response.statusCode, response.headers.location], url).toEqual([308, page]);
  }
});

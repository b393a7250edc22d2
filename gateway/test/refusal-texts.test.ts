import { describe, expect, it } from 'vitest';
import { gatewayUnderTest, sandboxEnv } from './gateway-under-test.ts';
import { problemIn } from './requests.ts';

const live = await gatewayUnderTest();
const sandbox = await gatewayUnderTest({ env: sandboxEnv });
const base = `${live.config.SVC_PUBLIC_URL}/v1`;

const detailOf = async (
  { app }: typeof live,
  request: { method?: 'GET' | 'POST' | 'DELETE'; url: string; headers?: object; payload?: string },
) =>
  String(
    problemIn(await app.inject({ method: 'GET', ...request, headers: { ...request.headers } }))
      .detail,
  );

const token = async (options = {}) => ({
  authorization: `Bearer ${await live.issuer.token(options)}`,
});
const json = { 'content-type': 'application/json' };

describe('a path that is nearly one', () => {
  const nearly: [url: string, text: string][] = [
    ['/jobs', `Nothing is served at this path. Paths begin with ${base}.`],
    ['/api/v1/jobs/SVC-1', `Nothing is served at this path. Paths begin with ${base}.`],
    ['/v1/jobs/', 'Nothing is served at this path. Leave out the slash at its end.'],
    ['/v1/jobs/?limit=1', 'Nothing is served at this path. Leave out the slash at its end.'],
    ['/v1/nothing', `Nothing is served at this path. The API begins with ${base};`],
  ];
  it('is refused with where to go', async () => {
    for (const [url, text] of nearly) {
      expect(await detailOf(live, { url, headers: await token() })).toContain(text);
    }
  });

  it('on the sandbox is its own, or live only', async () => {
    const at = sandbox.config.SVC_PUBLIC_URL;
    expect(await detailOf(sandbox, { url: '/v1/jobs' })).toContain(
      `Paths begin with ${at}/api/v1.`,
    );
    const invoices = await detailOf(sandbox, { url: '/api/v1/invoices' });
    expect(invoices).toContain('it is on the live API only');
  });

  it('redirects a browser to the page that is meant', async () => {
    for (const path of ['/docs', '/docs/errors', '/docs/events']) {
      for (const url of [`${path}/`, ...(path === '/docs' ? ['/'] : [])]) {
        const response = await live.app.inject({ url, headers: { accept: 'text/html,*/*' } });
        expect([response.statusCode, response.headers.location], url).toEqual([308, path]);
      }
    }
  });

  it('with another method lists those that there are', async () => {
    const request = { method: 'DELETE', url: '/v1/jobs', headers: await token() } as const;
    expect(await detailOf(live, request)).toBe(
      'This path takes GET, HEAD, OPTIONS, POST; the request was DELETE.',
    );
  });
});

describe('a credential', () => {
  const bad: [headers: object, text: string][] = [
    [{ authorization: 'Basic Y2xpOnNlY3JldA==' }, 'HTTP Basic is for the token endpoint only'],
    [{ authorization: 'eyJhbGciOi.e30.c2ln' }, 'is not "Bearer <access token>"'],
    [{ authorization: 'Bearer' }, 'is not "Bearer <access token>"'],
    [{ authorization: 'Bearer nonsense' }, 'is not an access token'],
  ];
  it('that is refused comes back with what is wrong with it', async () => {
    for (const [headers, text] of bad) {
      expect(await detailOf(live, { url: '/v1/jobs', headers })).toContain(text);
    }
  });

  it('that expired says when', async () => {
    const headers = await token();
    live.clock.advanceMs(16 * 60_000);
    expect(await detailOf(live, { url: '/v1/jobs', headers })).toMatch(
      /^The token expired at \d{4}-\d\d-\d\dT[\d:.]+Z\. Request a new one/,
    );
  });

  it('of the sandbox is its key, and no bearer token', async () => {
    const missing = await detailOf(sandbox, { url: '/api/v1/jobs' });
    expect(missing).toContain('published sandbox key in the x-api-key header');
    expect(missing).not.toMatch(/bearer/i);
    const headers = { authorization: 'Bearer x' };
    expect(await detailOf(sandbox, { url: '/api/v1/jobs', headers })).toContain(
      'The sandbox takes no Authorization header.',
    );
  });
});

describe('a body', () => {
  const post = async (payload: string, headers: object = json) =>
    detailOf(live, {
      method: 'POST',
      url: '/v1/quotes',
      headers: { ...(await token()), ...headers },
      payload,
    });

  it('that is no JSON says where', async () => {
    expect(await post('{"sku": "LAB-STD",\n  "km": }')).toBe(
      'The body is not JSON: see line 2, column 9.',
    );
    expect(await post('['.repeat(20))).toContain('JSON');
  });

  it('of another type says which is taken, and repeats none that is no type', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await post('sku=LAB-STD', form)).toBe(
      'This endpoint takes application/json, not application/x-www-form-urlencoded.',
    );
    expect(await post('x', { 'content-type': 'hunter2' })).not.toContain('hunter2');
  });

  it('with several faults says how many more there are', async () => {
    expect(await post('{"skuu":"x","kms":1}')).toMatch(
      /^\/skuu: Unknown field\. Did you mean sku\? And 2 more: see errors\.$/,
    );
  });
});

it('an Idempotency-Key is unique per operation, and the same on every attempt', async () => {
  const request = { method: 'POST', url: '/v1/jobs', headers: await token(), payload: '' } as const;
  expect(await detailOf(live, request)).toContain('the same on every attempt');
});

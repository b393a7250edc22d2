import type { Reply } from '@svc/kit/transport';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayUnderTest, type UnderTest } from './gateway-under-test.ts';
import { codeIn, expectRateLimitHeaders } from './requests.ts';

let gateway: UnderTest;
const granted = { access_token: 'jwt', expires_in: 900, scope: 'jobs:read' };
const answer = (reply: Reply) => gateway.services.answers.set('accounts.issueToken', () => reply);

beforeEach(async () => {
  gateway = await gatewayUnderTest();
  answer({ ok: granted });
});

const client = 'client_id=cli_1&client_secret=s3cret';
const grant = 'grant_type=client_credentials';
const formType = 'application/x-www-form-urlencoded';

const post = (payload: string, headers: Record<string, string> = {}) =>
  gateway.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': formType, ...headers },
    payload,
  });
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const tokenInput = () =>
  gateway.services.calls.find(({ action }) => action === 'issueToken')?.input;

describe('a token', () => {
  it('is granted for client_secret_post', async () => {
    const response = await post(`${grant}&${client}&scope=jobs:read+jobs:write`);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ ...granted, token_type: 'Bearer' });
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'content-type': 'application/json; charset=utf-8',
    });
    expectRateLimitHeaders(response);
    expect(tokenInput()).toEqual({
      client_id: 'cli_1',
      client_secret: 's3cret',
      scope: 'jobs:read jobs:write',
    });
  });

  const type = encodeURIComponent('urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
  const assertion = `client_assertion_type=${type}&client_assertion=a.b.c`;
  const own = { client_id: 'cli_1', client_secret: 's3cret' };
  it.each<[how: string, payload: string, headers: Record<string, string>, input: object]>([
    [
      'client_secret_basic, form-decoded',
      grant,
      basic('cli%5F1', 'a%2Bb+c%26d&e'),
      { client_id: 'cli_1', client_secret: 'a+b c&d&e' },
    ],
    ['Basic with the same client_id', `${grant}&client_id=cli_1`, basic('cli_1', 's3cret'), own],
    [
      'private_key_jwt',
      `${grant}&${assertion}&client_id=cdv_1&scope=ops:courier`,
      {},
      { client_id: 'cdv_1', client_assertion: 'a.b.c', scope: 'ops:courier' },
    ],
    [
      'a form with a charset and no scope',
      `${grant}&${client}&scope=`,
      { 'content-type': `${formType}; charset=UTF-8` },
      own,
    ],
  ])('is granted for %s', async (_, payload, headers, input) => {
    gateway.services.answers.set('accounts.issueDeviceToken', () => ({ ok: granted }));
    const response = await post(payload, headers);
    expect(response.json()).toEqual({ ...granted, token_type: 'Bearer' });
    const call = gateway.services.calls.find(({ action }) => /^issue/.test(action));
    expect(call?.input).toEqual(input);
  });
});

describe('a token request is refused', () => {
  it('with a content coding, whatever its bytes are', async () => {
    const coded = await post(`${grant}&${client}`, { 'content-encoding': 'gzip' });
    expect([coded.statusCode, coded.headers['accept-encoding']]).toEqual([415, 'identity']);
    const plain = await post(`${grant}&${client}`, { 'content-encoding': 'identity' });
    expect(plain.statusCode).toBe(200);
  });

  const type = (value: string) => ({ 'content-type': value });
  const authorization = (value: string) => ({ authorization: value });
  const secret = basic('cli_1', 's3cret');
  type Refused = [name: string, payload: string, headers: Record<string, string>];
  const invalidRequests: Refused[] = [
    ['without grant_type', client, {}],
    ['with a parameter twice', `${grant}&${grant}&${client}`, {}],
    ['with an unknown one twice', `${grant}&${client}&x=1&x=2`, {}],
    ['with the secret twice', `${grant}&${client}`, secret],
    ['with two ids', `${grant}&client_id=cli_2`, secret],
    ['with two proofs', `${grant}&${client}&client_assertion=a.b.c`, {}],
    ['as JSON', '{}', type('application/json')],
    ['as text', `${grant}&${client}`, type('text/plain')],
    ['of a type that begins like that of a form', `${grant}&${client}`, type(`${formType}ly`)],
    ['as nothing', '', {}],
    ['of separators', '&'.repeat(60_000), {}],
    ['of empty names', '='.repeat(60_000), {}],
  ];
  const invalidClients: Refused[] = [
    ['without a client', grant, {}],
    ['without a secret', `${grant}&client_id=cli_1`, {}],
    ['with an empty secret', `${grant}&client_id=cli_1&client_secret=`, {}],
    ['with an assertion of no type', `${grant}&client_assertion=a.b.c`, {}],
    ['with a bearer token', grant, authorization('Bearer x')],
    ['with a broken Basic', grant, authorization('Basic !')],
    ['with Basic without colon', grant, authorization('Basic eA==')],
  ];
  const password: Refused = ['with another grant', `grant_type=password&${client}`, {}];

  it.each([
    ['invalid_request', 400, invalidRequests],
    ['invalid_client', 401, invalidClients],
    ['unsupported_grant_type', 400, [password]],
  ] as const)('with %s and status %i for its form', async (error, status, requests) => {
    for (const [name, payload, headers] of requests) {
      const response = await post(payload, headers);
      expect(response.json(), name).toEqual({ error, error_description: expect.any(String) });
      expect(response.headers['cache-control']).toBe('no-store');
      expectRateLimitHeaders(response);
      expect(response.statusCode, name).toBe(status);
      if (status === 401) expect(response.headers['www-authenticate']).toMatch(/^Basic /);
    }
    expect(tokenInput()).toBeUndefined();
  });

  it.each(['invalid_client', 'invalid_scope'])('when accounts says %s', async (error) => {
    answer({ ok: { error } });
    expect((await post(`${grant}&${client}`)).json()).toMatchObject({ error });
  });

  it.each([
    ['client_id', 'invalid_client', 401],
    ['client_secret', 'invalid_client', 401],
    ['scope', 'invalid_scope', 400],
  ])('with a %s that is too long', async (field, error, status) => {
    answer({ invalid: [{ path: [field], code: 'too_big', message: 'too long' }] });
    const response = await post(`${grant}&${client}`);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ error });
  });

  it('with another method is 405 and says which it takes', async () => {
    const response = await gateway.app.inject({ method: 'GET', url: '/oauth/token' });
    expect(codeIn(response)).toBe('method_not_allowed');
    expect(response.headers.allow).toBe('OPTIONS, POST');
  });
});

describe('the authorization server', () => {
  it('describes itself at its well-known address', async () => {
    const response = await gateway.app.inject('/.well-known/oauth-authorization-server');
    expect(response.json()).toMatchObject({
      issuer: 'https://api.example.test',
      token_endpoint: 'https://api.example.test/oauth/token',
      jwks_uri: 'https://api.example.test/.well-known/jwks.json',
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: [
        'client_secret_post',
        'client_secret_basic',
        'private_key_jwt',
      ],
    });
  });

  it('publishes its keys, asked for once in a while', async () => {
    for (let i = 0; i < 5; i += 1) {
      const response = await gateway.app.inject('/.well-known/jwks.json');
      expect(response.json()).toEqual({ keys: gateway.issuer.published });
    }
    expect(gateway.services.calls).toHaveLength(1);
  });
});

import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountsTest } from './app.ts';

const app = accountsTest({ SVC_AUTH_URL: 'https://auth.example.org' });
const keyless = accountsTest();
const nobody = { error: 'invalid_client' };
let demo = { client_id: '', client_secret: '' };

beforeAll(async () => {
  await app.as('').rotateSigningKey({ immediately: true });
  await app.as('').createTenant({ id: 'ten_demo', name: 'Demo' });
  demo = await app
    .as('ten_demo')
    .createClient({ name: 'System', scopes: ['quotes:write', 'jobs:read', 'tracking:read'] });
});

const issue = (given: object = {}) => app.as('').issueToken({ ...demo, ...given });
async function granted(given: object = {}) {
  const answer = await issue(given);
  if ('error' in answer) throw new Error(answer.error);
  return answer;
}
async function verify(token: string) {
  const { keys } = await app.as('').jwks({});
  const set: JSONWebKeySet = JSON.parse(JSON.stringify({ keys }));
  return jwtVerify(token, createLocalJWKSet(set), {
    algorithms: ['ES256'],
    typ: 'at+jwt',
    issuer: 'https://auth.example.org',
    audience: 'svc-api',
    currentDate: app.clock.now(),
  });
}

describe('issueToken', () => {
  it('returns a token of 15 minutes that the published keys verify', async () => {
    const { access_token, expires_in, scope } = await granted();
    expect({ expires_in, scope }).toEqual({
      expires_in: 900,
      scope: 'quotes:write jobs:read tracking:read',
    });
    const { payload, protectedHeader } = await verify(access_token);
    expect(protectedHeader).toEqual({
      alg: 'ES256',
      typ: 'at+jwt',
      kid: expect.stringMatching(/^sig_/),
    });
    const iat = app.clock.now().getTime() / 1000;
    expect(payload).toEqual({
      iss: 'https://auth.example.org',
      aud: 'svc-api',
      sub: demo.client_id,
      client_id: demo.client_id,
      tenant_id: 'ten_demo',
      scope,
      jti: expect.stringMatching(/^[\w-]{22}$/),
      iat,
      exp: iat + 900,
    });
  });

  it('names the driver in the tokens of a device', async () => {
    await app.as('').createTenant({ id: 'ten_demo', name: 'Demo', carrier: true });
    const device = await app
      .as('ten_demo')
      .createClient({ name: 'Device', scopes: ['ops:courier'], driver_id: 'drv_1' });
    const { access_token } = await granted(device);
    expect((await verify(access_token)).payload).toMatchObject({
      client_id: device.client_id,
      driver_id: 'drv_1',
    });
  });

  it('signs with the next key once its time has come', async () => {
    const before = decodeProtectedHeader((await granted()).access_token).kid;
    const { kid: next } = await app.as('').rotateSigningKey({});
    app.clock.advanceMs(60 * 60 * 1000 - 1);
    expect(decodeProtectedHeader((await granted()).access_token).kid).toBe(before);
    const last = (await granted()).access_token;
    app.clock.advanceMs(1);
    expect(decodeProtectedHeader((await granted()).access_token).kid).toBe(next);
    await expect(verify(last)).resolves.toHaveProperty('payload.sub', demo.client_id);
  });
});

it.each([
  ['a client that nobody has', { client_id: 'cli_01JBP9X4S0ABCDEFGHJKMNPQRS' }],
  ['no id', { client_id: '' }],
  ['an id that cannot be one', { client_id: "cli_' or '1'='1" }],
  ['an id with a NUL', { client_id: 'cli_\u0000' }],
  ['another secret', { client_secret: 'open sesame' }],
  ['no secret', { client_secret: '' }],
  ['a secret with a NUL', { client_secret: '\u0000' }],
])('returns the error invalid_client to %s', async (_case, fault) => {
  expect(await issue(fault)).toEqual(nobody);
});

it('returns invalid_client for the secret of another client or the stored hash, whatever the scope', async () => {
  const other = await app.as('ten_demo').createClient({ name: 'B', scopes: ['jobs:read'] });
  const sql = 'select secret_hash from accounts.client where id = $1';
  const [{ secret_hash }] = await app.sql(sql, [demo.client_id]);
  for (const client_secret of [other.client_secret, secret_hash]) {
    expect(await issue({ client_secret })).toEqual(nobody);
    expect(await issue({ client_secret, scope: 'pod:read' })).toEqual(nobody);
  }
});

it.each(['pod:read', 'jobs:read pod:read', 'everything', 'JOBS:READ'])(
  'returns invalid_scope for the request %s',
  async (scope) => {
    expect(await issue({ scope })).toEqual({ error: 'invalid_scope' });
  },
);

it('fails with an internal fault before the first signing key', async () => {
  await keyless.as('').createTenant({ id: 'ten_demo', name: 'Demo' });
  const client = await keyless
    .as('ten_demo')
    .createClient({ name: 'System', scopes: ['jobs:read'] });
  expect(await keyless.call('issueToken', client)).toEqual({ fault: 'internal' });
});

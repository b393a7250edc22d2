import { credentialTopic, type DevicePublicKey } from '@svc/contracts';
import { refused } from '@svc/kit/testing/service-test';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  SignJWT,
} from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountsTest } from './app.ts';

const issuer = 'https://auth.example.org';
const app = accountsTest({ SVC_AUTH_URL: issuer });
const tenant = 'ten_carrier';

beforeAll(async () => {
  await app.as('').rotateSigningKey({ immediately: true });
  await app.as('').createTenant({ id: tenant, name: 'Carrier', carrier: true });
  await app.as('').createTenant({ id: 'ten_b', name: 'Other', carrier: true });
  await app.as('').createTenant({ id: 'ten_lab', name: 'Laboratory' });
});

async function newKey() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const { x = '', y = '' } = await exportJWK(publicKey);
  const public_key: DevicePublicKey = { kty: 'EC', crv: 'P-256', x, y };
  return { public_key, privateKey };
}
const enrol = async (driver_id = 'drv_1') =>
  (await app.as(tenant).createDeviceEnrolment({ driver_id })).initial_access_token;
const register = (initial_access_token: string, public_key: DevicePublicKey, name = 'Phone') =>
  app.as('').registerDevice({ initial_access_token, name, public_key });
async function newDevice(driver_id = 'drv_1') {
  const { public_key, privateKey } = await newKey();
  const made = await register(await enrol(driver_id), public_key);
  if ('error' in made) throw new Error(made.error);
  return { id: made.client_id, key: privateKey, public_key };
}

interface Claims {
  iss?: string;
  sub?: string;
  aud?: string;
  jti?: string;
  lifeS?: number;
}
const assertion = (id: string, key: CryptoKey, claims: Claims = {}) => {
  const { iss = id, sub = id, aud = issuer, jti = crypto.randomUUID(), lifeS = 60 } = claims;
  const exp = app.clock.now().getTime() / 1_000 + lifeS;
  return new SignJWT({ iss, sub, aud, jti, exp }).setProtectedHeader({ alg: 'ES256' }).sign(key);
};
const tokenFor = (client_assertion: string, more: object = {}) =>
  app.as('').issueDeviceToken({ client_assertion, ...more });
const nobody = { error: 'invalid_client' };

describe('a device enrolment', () => {
  it('registers one device for one key, once', async () => {
    const token = await enrol();
    const { public_key } = await newKey();
    expect(await register(token, public_key)).toEqual({
      client_id: expect.stringMatching(/^cdv_/),
      issued_at: app.clock.now().toISOString(),
    });
    const { public_key: other } = await newKey();
    expect(await register(token, other)).toEqual({ error: 'invalid_token' });
  });

  it('returns the same device to a repeated key', async () => {
    const token = await enrol();
    const { public_key } = await newKey();
    const replies = await Promise.all([1, 2, 3].map(() => register(token, public_key)));
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(replies[0]).toHaveProperty('client_id');
  });

  it('ends with the next one of its driver, and after a day', async () => {
    const { public_key } = await newKey();
    const [first, ofAnother] = [await enrol(), await enrol('drv_2')];
    const second = await enrol();
    expect(await register(first, public_key)).toEqual({ error: 'invalid_token' });
    app.clock.advanceMs(24 * 60 * 60 * 1_000 - 1);
    expect(await register(ofAnother, public_key)).toHaveProperty('client_id');
    app.clock.advanceMs(1);
    const { public_key: late } = await newKey();
    expect(await register(second, late)).toEqual({ error: 'invalid_token' });
  });

  it('is refused with carrier_only to other tenants', async () => {
    const reply = await app.call('createDeviceEnrolment', { driver_id: 'drv_1' });
    expect(reply).toEqual(refused('carrier_only'));
  });

  it('refuses a key that any device has or had, and accepts another', async () => {
    const { id, public_key } = await newDevice();
    await app.as(tenant).removeCourierDevice({ id });
    const token = await enrol();
    expect(await register(token, public_key)).toEqual({ error: 'invalid_client_metadata' });
    const { public_key: fresh } = await newKey();
    expect(await register(token, fresh)).toHaveProperty('client_id');
  });

  it('refuses coordinates that are no point of the curve', async () => {
    const zero = 'A'.repeat(43);
    const made = await register(await enrol(), { kty: 'EC', crv: 'P-256', x: zero, y: zero });
    expect(made).toEqual({ error: 'invalid_client_metadata' });
  });

  it('refuses a key with its private part', async () => {
    const { public_key } = await newKey();
    const input = { initial_access_token: await enrol(), name: 'Phone' };
    const reply = await app.call('registerDevice', {
      ...input,
      public_key: { ...public_key, d: 'x'.repeat(43) },
    });
    expect(reply).toHaveProperty('invalid');
  });
});

describe("a device's token", () => {
  it('is of its driver, has ops:courier, and is bound to its key', async () => {
    const { id, key, public_key } = await newDevice('drv_7');
    const cnf = { jkt: await calculateJwkThumbprint(public_key) };
    for (const aud of [issuer, `${issuer}/oauth/token`]) {
      const answer = await tokenFor(await assertion(id, key, { aud }));
      if ('error' in answer) throw new Error(answer.error);
      expect(answer).toMatchObject({ expires_in: 900, scope: 'ops:courier' });
      const claims = { client_id: id, sub: id, driver_id: 'drv_7', tenant_id: tenant, cnf };
      expect(decodeJwt(answer.access_token)).toMatchObject(claims);
    }
  });

  it('requires an assertion that was not used before', async () => {
    const { id, key } = await newDevice();
    const used = await assertion(id, key);
    expect(await tokenFor(used)).toHaveProperty('access_token');
    expect(await tokenFor(used)).toEqual(nobody);
  });

  it.each<[string, Claims]>([
    ['another issuer', { iss: 'cdv_other' }],
    ['another audience', { aud: 'https://other.example.org' }],
    ['an end long ago', { lifeS: -31 }],
    ['too long a life', { lifeS: 301 }],
    ['no useful jti', { jti: '' }],
  ])('is refused to an assertion with %s', async (_name, claims) => {
    const { id, key } = await newDevice();
    expect(await tokenFor(await assertion(id, key, claims))).toEqual(nobody);
  });

  it("is refused to another's key, an altered assertion and none", async () => {
    const [{ id, key }, other] = [await newDevice(), await newDevice()];
    expect(await tokenFor(await assertion(id, other.key))).toEqual(nobody);
    const [head, , signature] = (await assertion(id, key)).split('.');
    const [, claims] = (await assertion(id, key, { lifeS: 100 })).split('.');
    expect(await tokenFor(`${head}.${claims}.${signature}`)).toEqual(nobody);
    expect(await tokenFor('')).toEqual(nobody);
    const good = await assertion(id, key);
    expect(await tokenFor(good, { client_id: other.id })).toEqual(nobody);
    expect(await tokenFor(good, { client_id: id, scope: 'jobs:read' })).toEqual({
      error: 'invalid_scope',
    });
  });

  it.each(['\u0000', 'cdv_\ud800', `cdv_${'x'.repeat(99)}`])(
    'is refused to an assertion without signature of the subject %j',
    async (sub) => {
      const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      expect(await tokenFor(`${base64({ alg: 'none' })}.${base64({ sub })}.`)).toEqual(nobody);
    },
  );

  it('ends with its device, which is broadcast to the gateways', async () => {
    const hints = app.hints(credentialTopic);
    const { id, key } = await newDevice();
    const removed = await app.as(tenant).removeCourierDevice({ id });
    expect(removed).toEqual({ id, object: 'courier_device', deleted: true });
    expect(hints).toEqual([{ revoked_client_id: id }]);
    expect((await app.as('').listRevokedClients({})).client_ids).toContain(id);
    expect(await tokenFor(await assertion(id, key))).toEqual(nobody);
  });
});

it('the access of a driver is revoked whole: clients, devices and a pending enrolment', async () => {
  const { id, key } = await newDevice('drv_left');
  const wanted = { name: 'Courier', scopes: ['ops:courier' as const], driver_id: 'drv_left' };
  const { client_id } = await app.as(tenant).createClient(wanted);
  const token = await enrol('drv_left');
  const [kept, pending] = [await newDevice('drv_stays'), await enrol('drv_stays')];
  const hints = app.hints(credentialTopic);
  const revoke = (of: string) => app.as(of).revokeDriverAccess({ driver_id: 'drv_left' });
  expect(await revoke('ten_b')).toEqual({ client_ids: [] });
  expect(await revoke(tenant)).toEqual({ client_ids: [client_id, id] });
  expect(await revoke(tenant)).toEqual({ client_ids: [] });
  expect(hints).toEqual([{ revoked_client_id: client_id }, { revoked_client_id: id }]);
  expect(await tokenFor(await assertion(id, key))).toEqual(nobody);
  const { public_key } = await newKey();
  expect(await register(token, public_key)).toEqual({ error: 'invalid_token' });
  expect(await tokenFor(await assertion(kept.id, kept.key))).toHaveProperty('access_token');
  expect(await register(pending, public_key)).toHaveProperty('client_id');
});

it("the list of devices shows the carrier's own, newest first, filtered by driver", async () => {
  const first = await newDevice('drv_list');
  app.clock.advanceMs(1);
  const second = await newDevice('drv_list');
  const { data } = await app.as(tenant).listCourierDevices({ driver_id: 'drv_list' });
  expect(data.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(data[0]).toEqual({
    object: 'courier_device',
    id: second.id,
    driver_id: 'drv_list',
    name: 'Phone',
    key_thumbprint: expect.stringMatching(/^[\w-]{43}$/),
    created_at: app.clock.now().toISOString(),
    last_used_at: null,
  });
  const page = await app.as(tenant).listCourierDevices({ limit: 1, driver_id: 'drv_list' });
  expect(page.has_more).toBe(true);
  expect(await app.as().listCourierDevices({})).toMatchObject({ data: [] });
});

it('the retention purges expired enrolments and assertions', async () => {
  const { id, key } = await newDevice();
  await tokenFor(await assertion(id, key));
  await enrol('drv_purge');
  const left = async () => {
    const [row] = await app.sql(`select (select count(*)::int from accounts.used_assertion) as used,
      (select count(*)::int from accounts.device_enrolment) as enrolments`);
    return row;
  };
  app.clock.advanceMs(24 * 60 * 60 * 1_000 - 1);
  await app.runSchedule('purge-device-credentials');
  expect(await left()).toEqual({ used: 0, enrolments: 1 });
  app.clock.advanceMs(1);
  await app.runSchedule('purge-device-credentials');
  expect(await left()).toEqual({ used: 0, enrolments: 0 });
});

import { verifyBundle } from '@svc/proof/verify/bundle';
import { calculateJwkThumbprint } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { custodyTest } from './app.ts';

const app = custodyTest();
beforeEach(() => app.sql('truncate custody.certificate_key cascade'));
const dayMs = 24 * 60 * 60 * 1000;
const kids = async () => (await app.as('').certificateKeys({})).keys.map(({ kid }) => String(kid));

it('certificateKeys is empty until a delivery creates the first key, then shows public members', async () => {
  expect(await kids()).toEqual([]);
  await app.as().certificate({ id: await app.delivered() });
  expect(await app.as('').certificateKeys({})).toEqual({
    keys: [
      {
        kid: expect.stringMatching(/^sig_/),
        kty: 'EC',
        crv: 'P-256',
        alg: 'ES256',
        use: 'sig',
        x: expect.stringMatching(/^[\w-]{43}$/),
        y: expect.stringMatching(/^[\w-]{43}$/),
      },
    ],
  });
});

describe('rotateCertificateKey', () => {
  it('signs with the new key, and keeps the retired one published', async () => {
    const { kid: first } = await app.as('').rotateCertificateKey({});
    const before = await app.delivered();
    await app.as().certificate({ id: before });
    app.clock.advanceMs(1000);
    const { kid: second } = await app.as('').rotateCertificateKey({});
    const after = await app.delivered();
    await app.as().certificate({ id: after });
    expect(await kids()).toEqual([second, first]);
    const jwks = await app.as('').certificateKeys({});
    for (const [id, kid] of [
      [before, first],
      [after, second],
    ] as const) {
      const verdict = await verifyBundle(await app.as().bundle({ id }), { jwks });
      expect(verdict).toMatchObject({ verified: true, signer: { kid } });
    }
  });

  it('encrypts the private key, and destroys that of the retired one', async () => {
    await app.as('').rotateCertificateKey({});
    app.clock.advanceMs(1000);
    const { kid } = await app.as('').rotateCertificateKey({});
    const rows = await app.sql('select * from custody.certificate_key order by created_at desc');
    expect(rows[0]).toMatchObject({ kid, encrypted_private_jwk: expect.stringMatching(/^v1\./) });
    for (const retired of rows.slice(1)) expect(retired.encrypted_private_jwk).toBeNull();
    expect(JSON.stringify(rows)).not.toContain('"d"');
  });
});

describe('the schedule rotate-certificate-keys', () => {
  it('replaces the key every 90 days, also in three concurrent runs', async () => {
    const { kid: first } = await app.as('').rotateCertificateKey({});
    app.clock.advanceMs(90 * dayMs - 1);
    await app.runSchedule('rotate-certificate-keys');
    expect(await kids()).toEqual([first]);
    app.clock.advanceMs(1);
    await Promise.all([1, 2, 3].map(() => app.runSchedule('rotate-certificate-keys')));
    const [second, ...others] = await kids();
    expect(others).toEqual([first]);
    expect(second).not.toBe(first);
  });

  it('submits the remaining key to the log, as it may be older than the log', async () => {
    await app.as('').rotateCertificateKey({});
    const entries = async () =>
      (await app.outbox()).filter(({ type }) => type === 'log_entries.submitted');
    const before = await entries();
    await app.runSchedule('rotate-certificate-keys');
    const submitted = (await entries()).slice(before.length);
    const [{ public_jwk, created_at }] = await app.sql(
      'select public_jwk, created_at from custody.certificate_key order by created_at desc limit 1',
    );
    const thumbprint = await calculateJwkThumbprint(public_jwk);
    const entry = { v: 1, type: 'key', thumbprint, at: created_at.toISOString() };
    expect(submitted.map(({ data }) => data)).toEqual([{ entries: [entry] }]);
  });
});

import { verifyBundle } from '@svc/verify/bundle';
import { calculateJwkThumbprint } from 'jose';
import { describe, expect, it } from 'vitest';
import { custodyApp, delivered } from './app.ts';

const app = custodyApp();
const fresh = custodyApp();
const dayMs = 24 * 60 * 60 * 1000;
const kids = async (on = app) =>
  (await on.as('').certificateKeys({})).keys.map(({ kid }) => String(kid));

describe('certificateKeys', () => {
  it('is empty until a delivery needs the first key; shows public members only', async () => {
    expect(await kids(fresh)).toEqual([]);
    await fresh.as('ten_a').certificate({ id: await delivered(fresh) });
    expect(await fresh.as('').certificateKeys({})).toEqual({
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
});

describe('rotateCertificateKey', () => {
  it('lets a new key sign, and keeps the retired one published for what it signed', async () => {
    const { kid: first } = await app.as('').rotateCertificateKey({});
    const before = await delivered(app);
    await app.as('ten_a').certificate({ id: before });
    app.clock.advanceMs(1000);
    const { kid: second } = await app.as('').rotateCertificateKey({});
    const after = await delivered(app);
    await app.as('ten_a').certificate({ id: after });
    expect(await kids()).toEqual([second, first]);
    const jwks = await app.as('').certificateKeys({});
    for (const [id, kid] of [
      [before, first],
      [after, second],
    ] as const) {
      const verdict = await verifyBundle(await app.as('ten_a').bundle({ id }), { jwks });
      expect(verdict).toMatchObject({ verified: true, signer: { kid } });
    }
  });

  it('keeps the private half sealed, and destroys that of the retired key', async () => {
    await app.as('').rotateCertificateKey({});
    app.clock.advanceMs(1000);
    const { kid } = await app.as('').rotateCertificateKey({});
    const rows = await app.rows('select * from custody.certificate_key order by created_at desc');
    expect(rows[0]).toMatchObject({ kid, encrypted_private_jwk: expect.stringMatching(/^v1\./) });
    for (const retired of rows.slice(1)) expect(retired.encrypted_private_jwk).toBeNull();
    expect(JSON.stringify(rows)).not.toContain('"d"');
  });

  it('repeated replays the first answer and makes no second key', async () => {
    const before = await kids();
    const as = { tenant: '', request: 'rotate', fingerprint: 'body' };
    const first = await app.call('rotateCertificateKey', {}, as);
    expect(await app.call('rotateCertificateKey', {}, as)).toEqual({ ...first, replayed: true });
    expect(await kids()).toHaveLength(before.length + 1);
  });
});

describe('the schedule rotate-certificate-keys', () => {
  it('replaces the key every 90 days, also when it runs several times at once', async () => {
    const [first] = await kids(fresh);
    fresh.clock.advanceMs(90 * dayMs - 1);
    await fresh.runSchedule('rotate-certificate-keys');
    expect(await kids(fresh)).toEqual([first]);
    fresh.clock.advanceMs(1);
    await Promise.all([1, 2, 3].map(() => fresh.runSchedule('rotate-certificate-keys')));
    const [second, ...others] = await kids(fresh);
    expect(others).toEqual([first]);
    expect(second).not.toBe(first);
  });

  it('has the key that stays logged, as it may be older than the log', async () => {
    const entries = async () =>
      (
        await fresh.rows(
          "select data -> 'entries' as entries from custody.outbox where type = 'log_entries.submitted' order by id",
        )
      ).map((row) => row.entries);
    const before = await entries();
    await fresh.runSchedule('rotate-certificate-keys');
    const [submitted, ...others] = (await entries()).slice(before.length);
    expect(others).toEqual([]);
    const [{ public_jwk, created_at }] = await fresh.rows(
      'select public_jwk, created_at from custody.certificate_key order by created_at desc limit 1',
    );
    const thumbprint = await calculateJwkThumbprint(public_jwk);
    expect(submitted).toEqual([{ v: 1, type: 'key', thumbprint, at: created_at.toISOString() }]);
  });
});

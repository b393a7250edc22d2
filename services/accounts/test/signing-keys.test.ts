import { credentialTopic } from '@svc/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountsTest } from './app.ts';

const app = accountsTest();
beforeEach(() => app.sql('delete from accounts.signing_key'));
const hourMs = 60 * 60 * 1000;
const signsFrom = async (kid: string): Promise<Date> => {
  const rows = await app.sql('select signs_from from accounts.signing_key where kid = $1', [kid]);
  return rows[0].signs_from;
};

describe('rotateSigningKey', () => {
  it('makes the first key active immediately, later ones after an hour', async () => {
    const first = await app.as('').rotateSigningKey({});
    expect(await signsFrom(first.kid)).toEqual(app.clock.now());
    const second = await app.as('').rotateSigningKey({});
    const inAnHour = new Date(app.clock.now().getTime() + hourMs);
    expect(await signsFrom(second.kid)).toEqual(inAnHour);
  });

  it('withdraws every earlier key on request, and broadcasts that to gateways', async () => {
    const hints = app.hints(credentialTopic);
    await app.as('').rotateSigningKey({});
    expect(hints).toEqual([]);
    const { kid } = await app.as('').rotateSigningKey({ immediately: true });
    expect((await app.as('').jwks({})).keys).toMatchObject([{ kid }]);
    expect(hints).toEqual([{ signing_keys_changed: true }]);
  });

  it('stores the private key encrypted', async () => {
    const { kid } = await app.as('').rotateSigningKey({});
    const [row] = await app.sql('select * from accounts.signing_key where kid = $1', [kid]);
    expect(row.encrypted_private_jwk).toMatch(/^v1\./);
    expect(row.public_jwk).not.toHaveProperty('d');
    expect(JSON.stringify(row)).not.toContain('"d"');
  });
});

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const stored = async (): Promise<string[]> =>
  (await app.sql('select kid from accounts.signing_key order by signs_from')).map(({ kid }) => kid);

describe('the schedule rotate-signing-keys', () => {
  it('creates the first key, a new one every 30 days, and deletes expired ones', async () => {
    await app.runSchedule('rotate-signing-keys');
    const [first] = await stored();
    expect((await app.as('').jwks({})).keys).toMatchObject([{ kid: first }]);

    app.clock.advanceMs(30 * dayMs - minuteMs);
    await app.runSchedule('rotate-signing-keys');
    expect(await stored()).toEqual([first]);

    app.clock.advanceMs(minuteMs);
    await app.runSchedule('rotate-signing-keys');
    await app.runSchedule('rotate-signing-keys');
    const [, second, ...others] = await stored();
    expect(others).toEqual([]);
    expect((await app.as('').jwks({})).keys).toMatchObject([{ kid: second }, { kid: first }]);

    app.clock.advanceMs(75 * minuteMs);
    await app.runSchedule('rotate-signing-keys');
    expect(await stored()).toEqual([first, second]);
    app.clock.advanceMs(minuteMs);
    await app.runSchedule('rotate-signing-keys');
    expect(await stored()).toEqual([second]);
  });

  it('creates one key in several concurrent runs', async () => {
    await Promise.all([1, 2, 3, 4].map(() => app.runSchedule('rotate-signing-keys')));
    expect(await stored()).toHaveLength(1);
  });
});

it('jwks is empty before the first key, and has public members only', async () => {
  expect(await app.as('').jwks({})).toEqual({ keys: [] });
  const { kid } = await app.as('').rotateSigningKey({});
  expect(await app.as('').jwks({})).toEqual({
    keys: [
      {
        kid,
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

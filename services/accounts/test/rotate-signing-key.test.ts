import { credentialTopic } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { accountsApp } from './accounts.ts';

const app = accountsApp();
const fresh = accountsApp();
const hourMs = 60 * 60 * 1000;
const signsFrom = async (kid: string, on = app): Promise<Date> => {
  const rows = await on.rows('select signs_from from accounts.signing_key where kid = $1', [kid]);
  return rows[0].signs_from;
};

describe('rotateSigningKey', () => {
  it('lets the first key sign at once, later ones after an hour', async () => {
    const first = await fresh.as('').rotateSigningKey({});
    expect(await signsFrom(first.kid, fresh)).toEqual(fresh.clock.now());
    const second = await fresh.as('').rotateSigningKey({});
    const inAnHour = new Date(fresh.clock.now().getTime() + hourMs);
    expect(await signsFrom(second.kid, fresh)).toEqual(inAnHour);
  });

  it('lets a key sign at once when asked to', async () => {
    const { kid } = await app.as('').rotateSigningKey({ immediately: true });
    expect(await signsFrom(kid)).toEqual(app.clock.now());
  });

  it('then withdraws every key before it, and says so to the gateways', async () => {
    const hints = app.hints(credentialTopic);
    await app.as('').rotateSigningKey({});
    expect(hints).toEqual([]);
    const { kid } = await app.as('').rotateSigningKey({ immediately: true });
    expect((await app.as('').jwks({})).keys).toMatchObject([{ kid }]);
    expect(hints).toEqual([{ signing_keys_changed: true }]);
  });

  it('keeps the private half encrypted', async () => {
    const { kid } = await app.as('').rotateSigningKey({});
    const [row] = await app.rows('select * from accounts.signing_key where kid = $1', [kid]);
    expect(row.encrypted_private_jwk).toMatch(/^v1\./);
    expect(row.public_jwk).not.toHaveProperty('d');
    expect(JSON.stringify(row)).not.toContain('"d"');
  });
});

describe('rotateSigningKey with bad input', () => {
  it('is told so', async () => {
    expect(await app.call('rotateSigningKey', { immediately: 'yes' })).toEqual({
      invalid: expect.anything(),
    });
  });
});

describe('rotateSigningKey repeated', () => {
  it('replays the first answer and makes no second key', async () => {
    const { first, second } = await app.twice('rotateSigningKey', {}, '');
    expect(second).toEqual({ ...first, replayed: true });
  });
});

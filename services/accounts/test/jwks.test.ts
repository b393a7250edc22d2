import { describe, expect, it } from 'vitest';
import { accountsApp } from './accounts.ts';

const app = accountsApp();
const fresh = accountsApp();
const minuteMs = 60_000;
const kids = async () => (await app.as('').jwks({})).keys.map(({ kid }) => kid);

describe('jwks', () => {
  it('is empty before the first key, of which it shows public members only', async () => {
    expect(await fresh.as('').jwks({})).toEqual({ keys: [] });
    const { kid } = await fresh.as('').rotateSigningKey({});
    expect(await fresh.as('').jwks({})).toEqual({
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

  it('shows the next key an hour early and a retired one for a token’s life', async () => {
    const { kid: first } = await app.as('').rotateSigningKey({});
    expect(await kids()).toEqual([first]);
    app.clock.advanceMs(minuteMs);
    const { kid: second } = await app.as('').rotateSigningKey({});
    expect(await kids()).toEqual([second, first]);
    app.clock.advanceMs(75 * minuteMs);
    expect(await kids()).toEqual([second, first]);
    app.clock.advanceMs(minuteMs);
    expect(await kids()).toEqual([second]);
  });
});

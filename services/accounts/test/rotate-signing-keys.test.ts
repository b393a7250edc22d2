import { describe, expect, it } from 'vitest';
import { accountsApp } from './accounts.ts';

const app = accountsApp();
const twins = accountsApp();
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const stored = async (on = app): Promise<string[]> =>
  (await on.rows('select kid from accounts.signing_key order by signs_from')).map(({ kid }) => kid);

describe('the schedule rotate-signing-keys', () => {
  it('makes the first key, a new one every 30 days, and forgets those past use', async () => {
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

  it('makes one key when it runs several times at once', async () => {
    await Promise.all([1, 2, 3, 4].map(() => twins.runSchedule('rotate-signing-keys')));
    expect(await stored(twins)).toHaveLength(1);
  });
});

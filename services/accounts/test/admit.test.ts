import { sandboxIdleMs } from '@svc/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountsTest } from './app.ts';

const app = accountsTest();
const full = accountsTest({ SVC_SANDBOX_CALLERS_MAX: '3' });
const windowMs = 60_000;
let drawn = 0;
const newCaller = () => {
  drawn += 1;
  return `caller-${drawn}`;
};
const admitOne = (caller: string, limit: number) => app.as('').admit({ caller, limit });

/** The rule as it is written down: remembers every admission there ever was. */
function naiveWindow() {
  let admissions: number[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  return {
    admissions: () => admissions,
    admit(nowMs: number, limit: number) {
      const isNew = nowMs < latest - windowMs;
      latest = isNew ? nowMs : Math.max(latest, nowMs);
      if (isNew) admissions = admissions.filter((at) => at <= nowMs);
      const recent = () => admissions.filter((at) => at > latest - windowMs);
      const admitted = recent().length < limit;
      if (admitted) admissions.push(latest);
      const counted = recent();
      const frees = (counted.at(-limit) ?? counted[0] ?? nowMs) + windowMs;
      const reset_seconds = Math.max(1, Math.ceil((frees - nowMs) / 1000));
      return { admitted, limit, remaining: Math.max(0, limit - counted.length), reset_seconds };
    },
  };
}

describe('admit', () => {
  it('starts a new window when a clock is set back by more than one', async () => {
    const caller = newCaller();
    app.clock.advanceMs(600_000);
    await admitOne(caller, 1);
    app.clock.advanceMs(-600_000);
    expect(await admitOne(caller, 1)).toMatchObject({ admitted: true, remaining: 0 });
    expect(await admitOne(caller, 1)).toMatchObject({ admitted: false, reset_seconds: 60 });
    app.clock.advanceMs(windowMs);
    expect((await admitOne(caller, 1)).admitted).toBe(true);
  });

  it('admits exactly 60 of 200 calls, twenty of which are concurrent', async () => {
    const caller = newCaller();
    const answers: Awaited<ReturnType<typeof admitOne>>[] = [];
    // More at a time might wait for a connection for longer than a call may.
    for (let round = 0; round < 10; round += 1) {
      const twenty = Array.from({ length: 20 }, () => admitOne(caller, 60));
      answers.push(...(await Promise.all(twenty)));
    }
    const admitted = answers.filter((answer) => answer.admitted);
    expect(admitted).toHaveLength(60);
    const remaining = admitted.map((answer) => answer.remaining).sort((a, b) => a - b);
    expect(remaining).toEqual(Array.from({ length: 60 }, (_, i) => i));
  });

  it('returns the same as the rule, at any pace and with any limit', async () => {
    const edges = fc.constantFrom(0, 1, windowMs / 2, windowMs - 1, windowMs);
    const backwards = fc.integer({ min: -5_000, max: -1 });
    const pauses = fc.oneof(edges, fc.nat(2_000), fc.nat(70_000), backwards);
    const steps = fc.array(pauses, { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), steps, async (limit, pausesMs) => {
        const caller = newCaller();
        const rule = naiveWindow();
        for (const pauseMs of pausesMs) {
          app.clock.advanceMs(pauseMs);
          const expected = rule.admit(app.clock.now().getTime(), limit);
          expect(await admitOne(caller, limit)).toMatchObject(expected);
        }
        for (const start of rule.admissions()) {
          const inWindow = rule.admissions().filter((at) => at >= start && at < start + windowMs);
          expect(inWindow.length).toBeLessThanOrEqual(limit);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('admit of a new caller', () => {
  const rows = async (caller: string) =>
    (await app.sql('select 1 from accounts.rate_window where caller = $1', [caller])).length;

  it('refuses a new caller where only known ones are admitted, and stores nothing', async () => {
    const caller = newCaller();
    const knownOnly = () => app.as('').admit({ caller, limit: 2, known_only: true });
    const refused = { tenant_id: '', admitted: false, limit: 2, remaining: 0, reset_seconds: 60 };
    expect(await knownOnly()).toEqual({ ...refused, caller: 'refused' });
    expect(await rows(caller)).toBe(0);
    await admitOne(caller, 2);
    expect(await knownOnly()).toMatchObject({ admitted: true, remaining: 0, caller: 'known' });
    expect(await knownOnly()).toMatchObject({ admitted: false, caller: 'known' });
  });

  it('refuses a new caller at the bound, and admits the known ones', async () => {
    const admitThere = (caller: string) => full.as('').admit({ caller, limit: 9 });
    for (const caller of ['one', 'two', 'three']) {
      expect(await admitThere(caller)).toMatchObject({ caller: 'new' });
    }
    expect(await admitThere('four')).toMatchObject({ admitted: false, caller: 'refused' });
    expect(await admitThere('one')).toMatchObject({ admitted: true, caller: 'known' });
    full.clock.advanceMs(sandboxIdleMs);
    await full.runSchedule('expire-callers');
    expect(await admitThere('four')).toMatchObject({ admitted: true, caller: 'new' });
  });
});

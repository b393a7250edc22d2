/** Repeats on both sides of midnight, as clocks of processes differ: one effect each. */
import { describe, expect, it, vi } from 'vitest';
import { chancesOf } from '../src/testing/chance.ts';
import { noteAdded, notesTest } from './notes.ts';

const app = notesTest({ clock: '2027-03-01T12:00:00.000Z' });
const runs = Number(process.env.SVC_MIDNIGHT_RUNS ?? 40);

/** Each look at the clock sees a time at a boundary of days, as in another process. */
function skewClock(chance: ReturnType<typeof chancesOf>[number]) {
  const midnight = Date.parse('2027-03-02T00:00:00.000Z') + chance.between(0, 1) * 86_400_000;
  const skewed = () => new Date(midnight + chance.pick([-60_000, -1, 0, 1, 60_000]));
  const clocks = ['notes', 'hearing'].map((name) => app.running().service(name).runtime.clock);
  return [...new Set(clocks)].map((clock) => vi.spyOn(clock, 'now').mockImplementation(skewed));
}

async function openDays() {
  for (const service of ['notes', 'hearing']) {
    for (const name of ['purge-receipts', 'purge-outbox', 'purge-inbox']) {
      await app.running().runSchedule(service, name);
    }
  }
}

describe('at midnight', () => {
  it('a request that is repeated has one effect and one reply', async () => {
    await openDays();
    const places = new Set<string>();
    for (const [run, chance] of chancesOf(38, runs).entries()) {
      const spies = skewClock(chance);
      const text = chance.pick(['kept', 'forbidden', 'remembered']);
      const add = () =>
        app.call('add', { text, job_id: `job_${run}` }, { tenant: 'ten_m', request: `m${run}` });
      const replies = await Promise.all(Array.from({ length: chance.between(2, 6) }, add));
      replies.push(await add());
      for (const spy of spies) spy.mockRestore();
      const distinct = new Set(
        replies.map((reply) => JSON.stringify({ ...reply, replayed: true })),
      );
      expect([run, text, [...distinct]]).toEqual([run, text, [[...distinct][0]]]);
      const receipts = await app.sql(
        `select tableoid::regclass::text as place from notes.receipt where request = $1`,
        [`m${run}`],
      );
      expect(receipts).toHaveLength(1);
      places.add(receipts[0].place);
      expect(await app.outbox(`job_${run}`)).toHaveLength(text === 'forbidden' ? 0 : 1);
    }
    expect(places.size).toBeGreaterThan(2);
  });

  it('an event that comes again is handled once', async () => {
    await openDays();
    for (const [run, chance] of chancesOf(39, runs).entries()) {
      const spies = skewClock(chance);
      const clock = app.running().service('notes').runtime.clock;
      const at = clock.now().toISOString();
      // Without a number, so that no cursor recognizes the repeat.
      const event = { ...noteAdded(`job_e${run}`, 0), created_at: at };
      const taken = await Promise.all([1, 2, 3].map(() => app.take([event])));
      for (const spy of spies) spy.mockRestore();
      expect(taken.flat().toSorted()).toEqual(['handled', 'repeated', 'repeated']);
      expect(await app.heard(`job_e${run}`)).toHaveLength(1);
    }
  });
});

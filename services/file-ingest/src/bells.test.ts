import { expect, it } from 'vitest';
import { createBells } from './bells.ts';

const awake = async (sleeping: Promise<void>): Promise<boolean> =>
  Promise.race([sleeping.then(() => true), new Promise<false>((no) => setImmediate(no, false))]);

it('wakes one at a time, of the kind that is rung for', async () => {
  const bells = createBells();
  const sleepers = [bells.sleep('step'), bells.sleep('step'), bells.sleep('visit')];
  bells.ring('step');
  expect(await Promise.all(sleepers.map(awake))).toEqual([true, false, false]);
  bells.ring('visit');
  bells.ring('step');
  expect(await Promise.all(sleepers.map(awake))).toEqual([true, true, true]);
});

it('lets nobody fall asleep over a bell that rang while all were awake', async () => {
  const bells = createBells();
  bells.ring('step');
  bells.ring('step');
  expect(await awake(bells.sleep('step'))).toBe(true);
  expect(await awake(bells.sleep('step'))).toBe(false);
});

it('lets nobody sleep once it is over', async () => {
  const bells = createBells();
  const sleeping = bells.sleep('proof');
  bells.stop();
  expect(await Promise.all([sleeping, bells.sleep('sweep')].map(awake))).toEqual([true, true]);
});

import { expect, it } from 'vitest';
import { type Limits, runTarget } from '../../src/fuzz/run.ts';
import { targets } from './hostile.ts';

const module = new URL('./hostile.ts', import.meta.url).href;

it('tries each of the hostile targets', () => {
  expect(targets).toHaveLength(4);
});

it.each<[string, RegExp | undefined, Omit<Limits, 'seed'>]>([
  ['fine', undefined, { seconds: 0.2 }],
  ['throws', /no \d+/, { inputs: 1_000 }],
  // The start of the worker counts as silence, too.
  ['hangs', /input 1 takes longer than 10 s \(seed 7\)/, { silenceMaxMs: 10_000 }],
  ['hoards', /memory/, {}],
])('finds the fault of a target that %s', async (name, fault, limits) => {
  const report = await runTarget(module, `hostile/${name}`, { seed: 7, ...limits });
  if (fault) expect(report.fault).toMatch(fault);
  else expect(report).toMatchObject({ fault: undefined, inputs: expect.any(Number) });
});

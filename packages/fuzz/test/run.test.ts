import { expect, it } from 'vitest';
import { runTarget } from '../src/run.ts';
import { targets } from './hostile.ts';

const module = new URL('./hostile.ts', import.meta.url).href;

it('tries each of the hostile targets', () => {
  expect(targets).toHaveLength(4);
});

it.each<[string, RegExp | undefined]>([
  ['fine', undefined],
  ['throws', /no \d+/],
  ['hangs', /input 1 takes longer than 2 s \(seed 7\)/],
  ['hoards', /memory/],
])('a target that %s', async (name, fault) => {
  const limits = { seed: 7, seconds: 0.2, silenceMaxMs: 2_000 };
  const report = await runTarget(
    module,
    `hostile/${name}`,
    name === 'hangs' ? limits : { seed: 7, seconds: 0.2 },
  );
  if (fault) expect(report.fault).toMatch(fault);
  else expect(report).toMatchObject({ fault: undefined, inputs: expect.any(Number) });
});

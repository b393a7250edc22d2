/** The same inputs in every run: a short form of what `npm run test:more -- fuzz` does for as long as one likes. */
import { runTarget } from '@svc/devnet/fuzz/run';
import { describe, expect, it } from 'vitest';
import { places as all } from './rooms.ts';

it('has a target for every parser that a stranger reaches', () => {
  const names = all.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(16);
});

describe('holds against broken input', () => {
  it.each(all)('$name reads broken input without a fault', async ({ name, module }) => {
    const report = await runTarget(module, name, { seed: 20_261_123, inputs: 500 });
    expect(report.fault).toBeUndefined();
    expect(report.inputs).toBeGreaterThanOrEqual(500);
  });
});

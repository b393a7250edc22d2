import { expect, test } from 'vitest';
import { until } from './until.ts';

test('gives the first truthy value, names what it waited for, and passes on an error', async () => {
  const values = [0, 0, 3];
  const next = () => values.shift() ?? 0;
  expect(await until(next, { timeoutMs: 1_000, everyMs: 1, what: 'the third call' })).toBe(3);
  const never = until(next, { timeoutMs: 5, everyMs: 1, what: 'rain' });
  await expect(never).rejects.toThrow('waited 5 ms in vain for rain');
  const broken = until(() => Promise.reject(new Error('no')), { timeoutMs: 60_000, what: 'it' });
  await expect(broken).rejects.toThrow('no');
});

import { expect, test } from 'vitest';
import { until } from './until.ts';

test('gives the first truthy value', async () => {
  let calls = 0;
  const next = () => {
    calls += 1;
    return calls === 3 ? calls : 0;
  };
  expect(await until(next, { timeoutMs: 1_000, everyMs: 1, what: 'the third call' })).toBe(3);
});

test('names what it waited for when the deadline passes', async () => {
  const never = until(() => false, { timeoutMs: 5, everyMs: 1, what: 'rain' });
  await expect(never).rejects.toThrow('waited 5 ms in vain for rain');
});

test('passes on an error of the condition at once', async () => {
  const broken = until(() => Promise.reject(new Error('no')), { timeoutMs: 60_000, what: 'it' });
  await expect(broken).rejects.toThrow('no');
});

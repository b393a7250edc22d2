import { describe, expect, it } from 'vitest';
import { allotments, hostOf, windowEnd, windowOf } from './host-limit.ts';

it.each([
  ['https://Hooks.Example.com/a?b#c', 'hooks.example.com'],
  ['https://hooks.example.com.:8443/', 'hooks.example.com'],
  ['https://[2606:2800::1]:444/', '[2606:2800::1]'],
  ['https://0x5d.0xb8.0xd8.0x22/', '93.184.216.34'],
])('the host of the URL %s is %s', (url, host) => {
  expect(hostOf(url)).toBe(host);
});

it('a window of the host limit is a minute of the clock', () => {
  const now = new Date('2026-11-02T08:00:59.999Z');
  expect(windowOf(now)).toEqual(new Date('2026-11-02T08:00:00.000Z'));
  expect(windowEnd(now)).toEqual(new Date('2026-11-02T08:01:00.000Z'));
});

describe('what is left of a host', () => {
  const queues = ['a', 'b', 'a', 'a'].map((host) => ({ host }));
  const shares = (left: Record<string, number>) =>
    allotments(queues, new Map(Object.entries(left)), 19).map(({ allotment }) => allotment);

  it.each([
    ['is plenty', { a: 100, b: 100 }, [19, 19, 19, 19]],
    ['ends within a queue', { a: 25, b: 3 }, [19, 3, 6, 0]],
    ['is nothing', { a: 0, b: 1 }, [0, 1, 0, 0]],
    ['is overdrawn', { a: -4 }, [0, 0, 0, 0]],
  ])('is computed by the rule: %s', (_what, left, expected) => {
    expect(shares(left)).toEqual(expected);
  });
});

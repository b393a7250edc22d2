import { describe, expect, it } from 'vitest';
import {
  afterFailure,
  afterSuccess,
  type EndpointQueue,
  isFailingTooLong,
  newEndpointQueue,
} from './endpoint-queue.ts';

const fresh = newEndpointQueue('ten_a', 'wh_a', 1);
const start = new Date('2026-11-02T08:00:00.000Z');
const after = (ms: number) => new Date(start.getTime() + ms);
const failing = (times: number, queue: EndpointQueue = fresh, at = start): EndpointQueue =>
  times === 0 ? queue : failing(times - 1, afterFailure(queue, at), at);
const day = 24 * 3_600_000;

describe('the breaker of a queue', () => {
  it('stays closed for nine failures in a row', () => {
    expect(failing(9)).toMatchObject({ concurrency: 10, open_until: null, failures: 9 });
  });

  it('opens with the tenth for 5 s, and then lets one delivery through', () => {
    expect(failing(10)).toMatchObject({ concurrency: 1, open_until: after(5_000), openings: 1 });
  });

  it('only counts failures while it is open', () => {
    const open = failing(10);
    expect(failing(5, open, after(4_999))).toEqual({ ...open, failures: 15 });
  });

  it.each([
    [1, 10_000],
    [2, 20_000],
    [3, 40_000],
    [4, 60_000],
    [9, 60_000],
  ])('opens again after %i openings for %i ms', (openings, pauseMs) => {
    const probed = { ...failing(10), openings };
    expect(afterFailure(probed, after(60_000)).open_until).toEqual(after(60_000 + pauseMs));
  });

  it('is closed by one success', () => {
    expect(afterSuccess(failing(30), 1)).toEqual(fresh);
  });
});

describe('a queue', () => {
  it('stores which secret was accepted', () => {
    expect(afterSuccess(fresh, 2).accepted_version).toBe(2);
  });

  it('stores the first failure since the last success', () => {
    const queue = afterFailure(afterFailure(fresh, start), after(1_000));
    expect(queue.failing_since).toEqual(start);
  });

  it('is given up after five days of failing, not before', () => {
    const queue = afterFailure(fresh, start);
    expect(isFailingTooLong(queue, after(5 * day - 1))).toBe(false);
    expect(isFailingTooLong(queue, after(5 * day))).toBe(true);
    expect(isFailingTooLong(fresh, after(50 * day))).toBe(false);
  });
});

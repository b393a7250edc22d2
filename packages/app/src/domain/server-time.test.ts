import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionTimes, isBound, offsetOf } from './server-time.ts';

const noon = Date.parse('2026-11-02T12:00:00Z');
const header = (ms: number) => new Date(ms).toUTCString();

describe('the offset of a device clock', () => {
  it('is never behind the server, and ahead by a second and the round trip at most', () => {
    const trip = fc.record({
      errorMs: fc.integer({ min: -1e9, max: 1e9 }),
      fractionMs: fc.integer({ min: 0, max: 999 }),
      thereMs: fc.integer({ min: 0, max: 4_000 }),
      backMs: fc.integer({ min: 0, max: 4_000 }),
    });
    fc.assert(
      fc.property(trip, ({ errorMs, fractionMs, thereMs, backMs }) => {
        const serverMs = noon + fractionMs;
        const sentMs = serverMs - thereMs + errorMs;
        const receivedMs = serverMs + backMs + errorMs;
        const offset = offsetOf({ date: header(serverMs), sentMs, receivedMs });
        const aheadMs = (offset ?? Number.NaN) + errorMs;
        expect(aheadMs).toBeGreaterThanOrEqual(0);
        expect(aheadMs).toBeLessThanOrEqual(1_000 + thereMs);
      }),
    );
  });

  it.each([
    ['without the header', null, 0, 10],
    ['with one that is no date', 'noon', 0, 10],
    ['after a long round trip', header(noon), 0, 10_001],
    ['when the clock was set back meanwhile', header(noon), 10, 0],
  ])('is not measured from an answer %s', (_, date, sentMs, receivedMs) => {
    expect(offsetOf({ date, sentMs, receivedMs })).toBeUndefined();
  });
});

it.each([
  ['none was kept', undefined, 0, false],
  ['it is the same', 500, 500, true],
  ['it is above the new one by a second', 1_500, 500, true],
  ['it is above by more', 1_501, 500, false],
  ['it is below: the server would be ahead', 499, 500, false],
])('an offset that is kept stands or not when %s', (_, kept, measured, stands) => {
  expect(isBound(kept, measured)).toBe(stands);
});

describe('the times of an action', () => {
  it("are the server's and the device's", () => {
    expect(actionTimes(noon, -7_200_000, undefined)).toEqual({
      at: '2026-11-02T10:00:00.000Z',
      device_at: '2026-11-02T12:00:00.000Z',
    });
  });

  it('are not before the action that precedes it', () => {
    const previous = '2026-11-02T12:30:00.000Z';
    expect(actionTimes(noon, 0, previous).at).toBe(previous);
  });
});

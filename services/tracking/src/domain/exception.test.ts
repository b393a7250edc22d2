import { describe, expect, it } from 'vitest';
import { exceptionOf, returnedAt } from './exception.ts';

const timeline = (...types: string[]) =>
  types.map((type, hour) => ({ at: `2026-11-02T0${hour}:00:00.000Z`, type }));
const job = (...types: string[]) => ({ status: 'exception' as const, events: timeline(...types) });

const failed = job('collected', 'delivery_failed');

describe('an exception', () => {
  it.each([
    ['pickup_failed', job('booked', 'pickup_failed'), 'new_collection', /new collection/],
    ['seal_broken', job('collected', 'seal_broken'), 'seal_check', /holds the parcels/],
    ['seal_broken', job('assigned', 'seal_broken'), 'seal_check', /stay with the sender/],
    ['delivery_failed', failed, 'return_to_sender', /bringing them back/],
    ['delivery_failed', job('collected', 'delivery_failed', 'returned'), 'none', /back with the/],
    ['delivery_failed', { ...failed, is_returning: false }, 'none', /carrier decides/],
  ] as const)('shows its reason and the next step: %s', (reason, interrupted, next_step, words) => {
    const told = exceptionOf(interrupted);
    expect(told).toMatchObject({ reason, next_step });
    expect(told?.at).toBe('2026-11-02T01:00:00.000Z');
    expect(told?.reason_detail).toMatch(/^The .*\.$/);
    expect(told?.next_step_detail).toMatch(words);
  });

  it('is the latest of several exceptions', () => {
    const twice = job('collected', 'seal_broken', 'resumed', 'delivery_failed');
    expect(exceptionOf(twice)?.reason).toBe('delivery_failed');
  });

  it('is absent while the job continues', () => {
    const resumed = timeline('collected', 'seal_broken', 'resumed');
    expect(exceptionOf({ status: 'in_transit', events: resumed })).toBeNull();
  });

  it('has the time when the parcels were returned', () => {
    expect(returnedAt(job('delivery_failed', 'returned'))).toBe('2026-11-02T01:00:00.000Z');
    expect(returnedAt(job('delivery_failed'))).toBeNull();
  });
});

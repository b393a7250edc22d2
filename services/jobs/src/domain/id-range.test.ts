import { newId } from '@svc/kit/ids';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstIdAt } from './id-range.ts';

const instant = fc.date({
  min: new Date('1970-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

describe('the first id at an instant', () => {
  it('divides the ids of jobs before it from all others', () => {
    fc.assert(
      fc.property(instant, instant, (created, bound) => {
        expect(newId('job_', created) < firstIdAt(bound.toISOString())).toBe(created < bound);
      }),
    );
  });

  it('lies after the jobs of the millisecond that it divides', () => {
    const id = newId('job_', new Date('2026-11-02T08:00:00.000Z'));
    expect(id < firstIdAt('2026-11-02T08:00:00.0001Z')).toBe(true);
    expect(id < firstIdAt('2026-11-02T08:00:00.0000Z')).toBe(false);
  });

  it('is the same for every offset of the same instant', () => {
    expect(firstIdAt('2026-11-02T10:00:00+02:00')).toBe(firstIdAt('2026-11-02T08:00:00.000Z'));
  });

  it('precedes all ids for a time before all ids', () => {
    expect(firstIdAt('1900-01-01T00:00:00Z')).toBe('job_0000000000');
  });
});

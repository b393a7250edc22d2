import { createRandom } from '@svc/courier/random';
import { describe, expect, it } from 'vitest';
import type { Fault } from './arguments.ts';
import { type Driven, type Reading, readingAt } from './readings.ts';
import { batchMax, createRoad } from './road.ts';

const driven: Driven = {
  number: 0,
  device_id: 'fleet-1',
  registration: 'FLEET 1 GP',
  from: { lat: -26.1, lng: 28 },
  to: { lat: -26.2, lng: 28.1 },
};
const start = Date.parse('2026-11-02T09:00:00.000Z');
const momentAt = (tick: number) => ({ at: new Date(start + tick * 10_000), part: tick / 100 });

/** A hundred ticks of ten seconds, and what was sent with each. */
function sentWith(faults: readonly Fault[]) {
  const road = createRoad(faults, createRandom(1));
  const ticks = Array.from({ length: 100 }, (_, tick) => {
    const moment = momentAt(tick);
    return road.batches([readingAt(driven, moment, faults)], moment.at);
  });
  return [...ticks, road.rest()].flat();
}
const seqs = (batches: Reading[][]) => batches.flat().map(({ seq }) => seq);
const usual = seqs(sentWith([]));
const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b);

describe('what is sent', () => {
  it('is one reading a tick when nothing goes wrong', () => {
    expect(usual).toEqual(Array.from({ length: 100 }, (_, tick) => start + tick * 10_000));
  });

  it('is everything twice with duplicates', () => {
    expect(sorted(seqs(sentWith(['duplicates'])))).toEqual(usual.flatMap((seq) => [seq, seq]));
  });

  it.each<Fault>(['late', 'out-of-order'])(
    'is everything once, in another order, with %s',
    (fault) => {
      const sent = seqs(sentWith([fault]));
      expect(sent).not.toEqual(usual);
      expect(sorted(sent)).toEqual(usual);
    },
  );

  it('comes three minutes late with late', () => {
    const sent = seqs(sentWith(['late']));
    const fifth = usual[4] ?? 0;
    expect(sent.indexOf(fifth)).toBeGreaterThan(sent.indexOf(fifth + 170_000));
  });

  it('goes in batches of five hundred', () => {
    const many = Array.from({ length: 1_201 }, (_, number) =>
      readingAt({ ...driven, number }, momentAt(1), []),
    );
    const sizes = createRoad([], createRandom(1))
      .batches(many, new Date(start))
      .map((batch) => batch.length);
    expect(sizes).toEqual([batchMax, batchMax, 201]);
  });
});

describe('what a vehicle tells', () => {
  const told = (part: number, faults: readonly Fault[], number = 0) =>
    readingAt({ ...driven, number }, { at: new Date(start), part }, faults);

  it('is in range, and on the way, when nothing goes wrong', () => {
    const { temperature_c, position } = told(0.5, []);
    expect(temperature_c).toBeGreaterThanOrEqual(2);
    expect(temperature_c).toBeLessThanOrEqual(8);
    expect(position.lat).toBeCloseTo(-26.15, 2);
  });

  it('is too warm in the middle with excursion', () => {
    expect(told(0.1, ['excursion']).temperature_c).toBeLessThanOrEqual(8);
    expect(told(0.5, ['excursion']).temperature_c).toBeGreaterThan(8);
    expect(told(0.9, ['excursion']).temperature_c).toBeLessThanOrEqual(8);
  });

  it('has no temperature in the second half with dead-sensor', () => {
    expect(told(0.4, ['dead-sensor'])).toHaveProperty('temperature_c');
    expect(told(0.5, ['dead-sensor'])).not.toHaveProperty('temperature_c');
  });

  it('is 90 seconds ahead with clock-skew, of the first device alone', () => {
    expect(Date.parse(told(0.5, ['clock-skew']).at) - start).toBe(90_000);
    expect(Date.parse(told(0.5, ['clock-skew'], 1).at)).toBe(start);
  });
});

import { describe, expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import type { FleetFault } from './arguments.ts';
import { createLossyNetwork, readingsPerBatch } from './lossy-network.ts';
import { type FleetReading, readingAt, type SimulatedVehicle } from './readings.ts';

const driven: SimulatedVehicle = {
  number: 0,
  device_id: 'fleet-1',
  registration: 'FLEET 1 GP',
  from: { lat: -26.1, lng: 28 },
  to: { lat: -26.2, lng: 28.1 },
};
const start = Date.parse('2026-11-02T09:00:00.000Z');
const momentAt = (tick: number) => ({ at: new Date(start + tick * 10_000), part: tick / 100 });

/** A hundred ticks of ten seconds, and what was sent with each. */
function sentWith(faults: readonly FleetFault[]) {
  const road = createLossyNetwork(faults, createRandom(1));
  const ticks = Array.from({ length: 100 }, (_, tick) => {
    const moment = momentAt(tick);
    return road.batches([readingAt(driven, moment, faults)], moment.at);
  });
  return [...ticks, road.flush()].flat();
}
const seqs = (batches: FleetReading[][]) => batches.flat().map(({ seq }) => seq);
const usual = seqs(sentWith([]));
const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b);

describe('what is sent', () => {
  it('is one reading a tick when nothing goes wrong', () => {
    expect(usual).toEqual(Array.from({ length: 100 }, (_, tick) => start + tick * 10_000));
  });

  it('is everything twice with duplicates', () => {
    expect(sorted(seqs(sentWith(['duplicates'])))).toEqual(usual.flatMap((seq) => [seq, seq]));
  });

  it.each<FleetFault>(['late', 'out-of-order'])(
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
    const sizes = createLossyNetwork([], createRandom(1))
      .batches(many, new Date(start))
      .map((batch) => batch.length);
    expect(sizes).toEqual([readingsPerBatch, readingsPerBatch, 201]);
  });
});

describe('what a vehicle tells', () => {
  const faultyReading = (part: number, faults: readonly FleetFault[], number = 0) =>
    readingAt({ ...driven, number }, { at: new Date(start), part }, faults);

  it('is in range and on the way, and too warm in the middle with excursion', () => {
    const { temperature_c, position } = faultyReading(0.5, []);
    expect(temperature_c).toBeGreaterThanOrEqual(2);
    expect(temperature_c).toBeLessThanOrEqual(8);
    expect(position.lat).toBeCloseTo(-26.15, 2);
    const isWarm = (part: number) => (faultyReading(part, ['excursion']).temperature_c ?? 0) > 8;
    expect([0.1, 0.5, 0.9].map(isWarm)).toEqual([false, true, false]);
  });

  it('has no temperature in the second half with dead-sensor', () => {
    expect(faultyReading(0.4, ['dead-sensor'])).toHaveProperty('temperature_c');
    expect(faultyReading(0.5, ['dead-sensor'])).not.toHaveProperty('temperature_c');
  });

  it('is 90 seconds ahead with clock-skew, of the first device alone', () => {
    expect(Date.parse(faultyReading(0.5, ['clock-skew']).at) - start).toBe(90_000);
    expect(Date.parse(faultyReading(0.5, ['clock-skew'], 1).at)).toBe(start);
  });
});

import { describe, expect, it } from 'vitest';
import { clockAt, fridge, readingsOf } from '../../../test/readings.ts';
import { countingOf } from '../cold-chain/probe-watch.ts';
import { defaultRules } from '../cold-chain/reading.ts';
import { summaryOf } from '../cold-chain/trace-summary.ts';
import { type BoxedProbe, type JobBoxes, type ParcelStay, watchOfBoxes } from './box-watch.ts';

const window = { from: clockAt('09:00'), to: clockAt('10:00') };
const stay = (
  asset_id: string,
  from: string,
  to: string | null,
  parcels: string[] | null = null,
): ParcelStay => ({
  ...{ asset_id, identifier: `BOX-${asset_id}`, kind: 'cool_box', job_parcels: 2, parcels },
  ...{ from_at: clockAt(from), to_at: to === null ? null : clockAt(to) },
});
const probe = (asset_id: string, device_id: string, from = '08:00', to?: string): BoxedProbe => ({
  ...{ asset_id, device_id, from_at: clockAt(from), to_at: to ? clockAt(to) : null },
});
/** A reading every five minutes. */
const told = (device_id: string, celsius: number, until = 12) =>
  readingsOf(
    device_id,
    Array.from({ length: until + 1 }, (_, n) =>
      n === 12 ? `10:00 ${celsius}` : `09:${String(n * 5).padStart(2, '0')} ${celsius}`,
    ).join(', '),
  );
const judged = (boxes: JobBoxes, readings: ReturnType<typeof told>) =>
  summaryOf(readings, {
    ...{ window, range: fridge, rules: defaultRules },
    watch: watchOfBoxes(boxes, window),
  });

describe('parcels in a box', () => {
  const boxes = { stays: [stay('A', '08:55', null)], probes: [probe('A', 'a'), probe('B', 'b')] };

  it('are judged by the probe of their box, and by no neighbour', () => {
    const found = judged(boxes, [...told('a', 5), ...told('b', -20)]);
    expect(found).toMatchObject({ result: 'in_range', min_c: 5, max_c: 5, gaps: [] });
    expect(found.sensors.map(({ device_id }) => device_id)).toEqual(['a']);
  });

  it('are not certified by a neighbour when their own probe dies', () => {
    const found = judged(boxes, [...told('a', 5, 1), ...told('b', 5)]);
    expect(found).toMatchObject({ result: 'insufficient_data' });
    expect(found.gaps).toEqual([{ from: clockAt('09:05'), to: clockAt('10:00') }]);
  });

  it('are not certified while the box has no probe, or they lie in none', () => {
    const late = { stays: [stay('A', '09:00', null)], probes: [probe('A', 'a', '09:20')] };
    expect(judged(late, told('a', 5)).gaps).toEqual([
      { from: clockAt('09:00'), to: clockAt('09:20') },
    ]);
    const taken = { stays: [stay('A', '09:00', '09:50')], probes: [probe('A', 'a')] };
    expect(judged(taken, told('a', 5)).gaps).toEqual([
      { from: clockAt('09:50'), to: clockAt('10:00') },
    ]);
  });

  it('depend on each probe of the box', () => {
    const two = { stays: [stay('A', '09:00', null)], probes: [probe('A', 'a'), probe('A', 'b')] };
    expect(judged(two, [...told('a', 5), ...told('b', 5, 2)])).toMatchObject({
      result: 'insufficient_data',
    });
  });
});

describe('parcels that change boxes', () => {
  const moved = {
    stays: [stay('A', '09:00', '09:30'), stay('B', '09:30', null)],
    probes: [probe('A', 'a'), probe('B', 'b')],
  };

  it('are judged by each box while they were in it', () => {
    const counts = countingOf(watchOfBoxes(moved, window));
    const counted = [...told('a', 5), ...told('b', 6)].filter(counts);
    const of = (id: string) => counted.filter(({ device_id }) => device_id === id).length;
    // Of the moment of the change, that of the new box alone.
    expect([of('a'), of('b')]).toEqual([6, 7]);
    expect(judged(moved, [...told('a', 5), ...told('b', 6)])).toMatchObject({ result: 'in_range' });
  });

  it('are out of range until they leave the box: exactly five minutes are an excursion', () => {
    const told = readingsOf('a', '09:00 5, 09:25 9');
    expect(judged(moved, told).excursions).toMatchObject([
      { from: clockAt('09:25'), to: clockAt('09:30'), minutes: 5 },
    ]);
  });

  it('are out of range in no box that they have left, also when they come back to it', () => {
    const back = {
      stays: [...moved.stays.slice(0, 1), stay('B', '09:30', '09:50'), stay('A', '09:50', null)],
      probes: moved.probes,
    };
    const told = readingsOf('a', '09:00 5, 09:28 9, 09:40 9, 09:50 9, 09:52 5');
    expect(judged(back, told)).toMatchObject({
      excursions: [],
      exposures: [
        { from: clockAt('09:28'), to: clockAt('09:30') },
        { from: clockAt('09:50'), to: clockAt('09:52') },
      ],
    });
  });

  it('are named with their boxes and probes', () => {
    const times = { from: '2026-11-02T09:00:00.000Z', to: '2026-11-02T09:30:00.000Z' };
    expect(watchOfBoxes(moved, window).boxes?.[0]).toEqual({
      ...{ asset_id: 'A', identifier: 'BOX-A', kind: 'cool_box', parcels: 2, ...times },
      probes: [{ device_id: 'a', ...times }],
    });
  });
});

describe('parcels in several boxes', () => {
  const probes = [probe('A', 'a'), probe('B', 'b')];

  it('are judged by all of these', () => {
    const apart = {
      stays: [stay('A', '09:00', null, ['1']), stay('B', '09:00', null, ['2'])],
      probes,
    };
    expect(judged(apart, [...told('a', 5), ...told('b', 9)])).toMatchObject({
      result: 'excursion',
      max_c: 9,
    });
  });

  it('are not certified while one is in none', () => {
    const part = { stays: [stay('A', '09:00', null, ['1'])], probes };
    expect(judged(part, told('a', 5))).toMatchObject({ result: 'insufficient_data', coverage: 0 });
  });
});

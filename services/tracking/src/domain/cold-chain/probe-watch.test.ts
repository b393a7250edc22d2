import { builtInProfiles } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { clockAt, fridge, readingsOf } from '../../../test/readings.ts';
import { countingOf, type DevicePlacement, type VehicleLoad, watchOf } from './probe-watch.ts';
import { defaultRules, type TemperatureReading } from './reading.ts';
import { summaryOf } from './trace-summary.ts';

const window = { from: clockAt('09:00:00'), to: clockAt('10:00:00') };
const whole = { from_at: null, to_at: null, boxed: [] };
const own = { ...whole, temperature_class: '2-8C' as const };

const redCells = { name: 'red_cells', ...builtInProfiles.red_cells };

const device = (
  device_id: string,
  temperature_class: DevicePlacement['temperature_class'],
  changes: Partial<DevicePlacement> = {},
): DevicePlacement => ({
  ...whole,
  ...{ device_id, temperature_class, registered_at: clockAt('08:00:00') },
  measured_at: clockAt('09:59:00'),
  ...changes,
});

/** A reading every five minutes, from one to another. */
const told = (device_id: string, celsius: number, first = 0, last = 11): TemperatureReading[] =>
  readingsOf(
    device_id,
    Array.from(
      { length: last - first + 1 },
      (_, i) => `09:${String((first + i) * 5).padStart(2, '0')} ${celsius}`,
    ).join(', '),
  );

const judged = (load: VehicleLoad, readings: readonly TemperatureReading[]) =>
  summaryOf(readings, {
    ...{ window, range: fridge, rules: defaultRules },
    watch: watchOf(load, window, own),
  });

describe('a 2-8 °C job', () => {
  const mixed = [...told('fridge', 5), ...told('cabin', 21), ...told('freezer', -20)];

  it('watches only probes of its class in a mixed van', () => {
    const placements = [
      device('fridge', '2-8C'),
      device('cabin', 'ambient'),
      device('freezer', 'frozen'),
    ];
    const found = judged({ placements, parcels: [own] }, mixed);
    expect(found).toMatchObject({ result: 'in_range', min_c: 5, max_c: 5, gaps: [] });
  });

  it('watches a device without a class while its range is alone on board', () => {
    const same = { ...redCells, min_c: fridge.min, max_c: fridge.max };
    const parcels = [own, { ...own, temperature_profile: same }];
    const load = { placements: [device('any', null)], parcels };
    expect(judged(load, told('any', 5))).toMatchObject({ result: 'in_range', gaps: [] });
  });

  it('watches probes of its class beside parcels of that class with a profile', () => {
    const parcels = [own, { ...own, temperature_profile: redCells }];
    const found = judged({ placements: [device('fridge', '2-8C')], parcels }, told('fridge', 5));
    expect(found).toMatchObject({ result: 'in_range', gaps: [] });
  });

  it.each<[string, VehicleLoad]>([
    [
      'another range is on board',
      {
        placements: [device('any', null)],
        parcels: [own, { ...whole, temperature_class: 'ambient' }],
      },
    ],
    [
      'a profile with another range is on board',
      {
        placements: [device('any', null)],
        parcels: [own, { ...own, temperature_profile: redCells }],
      },
    ],
    [
      'a device there has a class',
      { placements: [device('any', null), device('cabin', 'ambient')], parcels: [own] },
    ],
  ])('does not watch a device without a class when %s', (_case, load) => {
    expect(judged(load, told('any', 5))).toMatchObject({
      ...{ result: 'insufficient_data', coverage: 0, min_c: null, gaps: [window] },
    });
  });

  it('has a gap, however short, while another range is on board', () => {
    const guest = { from_at: clockAt('09:10:00'), to_at: clockAt('09:20:00'), boxed: [] };
    const parcels = [own, { ...guest, temperature_class: 'ambient' as const }];
    const found = judged({ placements: [device('any', null)], parcels }, told('any', 5));
    expect(found.gaps).toEqual([{ from: guest.from_at, to: guest.to_at }]);
  });
});

it('a probe that goes into a box counts for nothing outside from that moment on', () => {
  const boxed = [{ from_at: clockAt('09:30'), to_at: null }];
  const load = { placements: [device('fridge', '2-8C', { boxed })], parcels: [own] };
  const counts = countingOf(watchOf(load, window, own));
  expect(told('fridge', 5).filter(counts)).toHaveLength(6);
});

describe('a gap', () => {
  it('is caused by a dead logger beside a living one', () => {
    const placements = [device('a', '2-8C'), device('b', '2-8C')];
    const found = judged({ placements, parcels: [own] }, [...told('a', 5, 0, 1), ...told('b', 4)]);
    expect(found).toMatchObject({ result: 'insufficient_data' });
    expect(found.gaps).toEqual([{ from: clockAt('09:05:00'), to: window.to }]);
  });

  it.each<[string, DevicePlacement, number]>([
    ['a probe of the class that never reported', device('b', '2-8C', { measured_at: null }), 1],
    ['a device that tells positions only', device('b', null, { measured_at: null }), 0],
  ])('is counted for the probe that %s', (_case, silent, gaps) => {
    const placements = [device('a', silent.temperature_class), silent];
    expect(judged({ placements, parcels: [own] }, told('a', 5)).gaps).toHaveLength(gaps);
  });

  it('is absent where a device was replaced half-way', () => {
    const half = clockAt('09:30:00');
    const placements = [
      device('a', '2-8C', { to_at: half, measured_at: null }),
      device('b', '2-8C', { from_at: half, registered_at: half }),
    ];
    const readings = [...told('a', 5, 0, 6), ...told('b', 4, 6, 11)];
    expect(judged({ placements, parcels: [own] }, readings)).toMatchObject({ gaps: [] });
  });
});

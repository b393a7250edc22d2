import { describe, expect, it } from 'vitest';
import { meanKineticTemperature } from './mean-kinetic-temperature.ts';

const hours = (temperature: number, count: number): number[] =>
  Array.from({ length: count }, () => temperature);

describe('the mean kinetic temperature', () => {
  it.each<[string, number[], number]>([
    ['our decisions', [5, 5, 5, 12], 7.366],
    ['our decisions', [2, 8], 5.536],
    ['one temperature is its own mean', [-18.5], -18.5],
  ])('is as in the source %s: %j is %d', (_source, temperatures, expected) => {
    expect(meanKineticTemperature(temperatures)).toBe(expected);
  });

  it.each<[string, number[], number, number]>([
    [
      // 20 °C for 2 h, 2 °C for 4 h, 25 °C for 1 h
      'Isopharm, Mean Kinetic Temperature, https://systems.isopharm.co.uk/mean-kinetic-temperature/',
      [...hours(20, 2), ...hours(2, 4), ...hours(25, 1)],
      15.7,
      1,
    ],
    [
      // 528 hours in a warehouse
      'ToolJolt, Warehouse MKT Calculator, https://tooljolt.com/tools/warehouse-mkt-calculator',
      [...hours(23, 200), ...hours(28, 20), ...hours(30, 8), ...hours(21, 300)],
      22.36,
      2,
    ],
  ])('is as in the published example %s', (_source, temperatures, expected, decimals) => {
    const mean = meanKineticTemperature(temperatures);
    expect(mean?.toFixed(decimals)).toBe(expected.toFixed(decimals));
  });

  it('does not depend on the order of the temperatures', () => {
    const temperatures = Array.from({ length: 1_000 }, (_, i) => ((i * 7_919) % 1_000) / 50 - 5);
    expect(meanKineticTemperature(temperatures.toReversed())).toBe(
      meanKineticTemperature(temperatures),
    );
  });

  it('is null for no temperatures at all', () => {
    expect(meanKineticTemperature([])).toBeNull();
  });
});

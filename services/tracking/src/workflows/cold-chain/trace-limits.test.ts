import { builtInProfiles, type JobProfile, type TemperatureClass } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { fridge } from '../../../test/readings.ts';
import type { TemperatureReading } from '../../domain/cold-chain/reading.ts';
import { defaultRules } from '../../domain/cold-chain/reading.ts';
import { chartOf } from '../../domain/cold-chain/trace-resource.ts';
import { coldChainOf } from './certified-figures.ts';
import { rangeAndRulesOf } from './rules.ts';

const busBytesMax = 400_000;
const start = Date.parse('2026-11-02T00:00:00Z');
const minuteMs = 60_000;
const longName = (probe: number) => `probe-${probe}-`.padEnd(64, 'x');

/** Weeks of twenty probes that fall silent again and again, and are too warm in between. */
const weeks: TemperatureReading[] = Array.from({ length: 60_000 }, (_, i) => ({
  device_id: longName(i % 20),
  seq: i,
  at: new Date(
    start + Math.floor(i / 20) * 10 * minuteMs + (Math.floor(i / 200) % 2) * 30 * minuteMs,
  ),
  temperature_c: Math.floor(i / 60) % 2 === 0 ? 11.123 : 4.567,
  calibrated_until: '2099-12-31',
}));
const window = { from: new Date(start), to: new Date(start + 3_100 * 10 * minuteMs) };

describe('a trace of any length', () => {
  it('is certified within a message, with its worst values', () => {
    const cold = coldChainOf(weeks, { window, rules: defaultRules, range: fridge });
    expect(cold.excursions).toHaveLength(200);
    expect(cold.result).toBe('excursion');
    expect(JSON.stringify(cold).length).toBeLessThan(busBytesMax / 4);
  });

  it('has a chart that fits a message', () => {
    const chart = chartOf(weeks, { window, rules: defaultRules, range: fridge });
    expect(chart.series).toHaveLength(12);
    expect(JSON.stringify(chart).length).toBeLessThan(busBytesMax / 2);
  });
});

it('an excursion lasts as long as its class is configured, or its profile says', () => {
  const SVC_EXCURSION_MINUTES = { frozen: 10 };
  const judged = (temperature_class: TemperatureClass, temperature_profile: JobProfile | null) =>
    rangeAndRulesOf({ temperature_class, temperature_profile }, { SVC_EXCURSION_MINUTES });
  expect(judged('frozen', null).rules.excursionMs).toBe(10 * minuteMs);
  expect(judged('2-8C', null)).toEqual({ range: fridge, rules: defaultRules });
  expect(judged('frozen', { name: 'dry_ice', ...builtInProfiles.dry_ice })).toEqual({
    range: { min: -90, max: -60 },
    rules: { ...defaultRules, limits: { min: -100, max: -50 } },
    profile: 'dry_ice',
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fridge, readingsOf } from '../../../test/readings.ts';
import { isExcursion, spellsIn } from '../cold-chain/excursions.ts';
import { defaultRules, type TemperatureReading } from '../cold-chain/reading.ts';
import { observeReading, type ProbeStates, ripeRuns } from './probe-state.ts';

const limited = { ...defaultRules, limits: { min: 0, max: 11 } };

/** As they are kept between turns: written and read as JSON after each reading. */
function follow(trace: readonly TemperatureReading[], rules = defaultRules) {
  const kept = { range: fridge, rules };
  let probes: ProbeStates = {};
  const seen = trace.map((reading) => {
    const next = observeReading(JSON.parse(JSON.stringify(probes)), reading, kept);
    probes = next.probes;
    return next;
  });
  return { seen, ripe: ripeRuns(probes, rules, (_, atMs) => atMs <= end.getTime()) };
}
const end = new Date(Date.UTC(2026, 10, 2, 10, 40));

describe('a probe that is tracked reading by reading', () => {
  it('emits the excursions that the whole trace shows, once each', () => {
    const reading = fc.record({
      device_id: fc.constantFrom('dev_1', 'dev_2'),
      minute: fc.nat({ max: 90 }),
      temperature_c: fc.constantFrom(4, 8, 8.1, 12, 1.9),
    });
    const traces = fc.array(reading, { maxLength: 60 }).map((all) =>
      all
        .map(({ minute, ...rest }, seq) => ({
          ...rest,
          seq,
          at: new Date(Date.UTC(2026, 10, 2, 9, minute)),
          calibrated_until: null,
        }))
        .sort((a, b) => a.at.getTime() - b.at.getTime()),
    );
    fc.assert(
      fc.property(traces, fc.constantFrom(defaultRules, limited), (trace, rules) => {
        const { seen, ripe } = follow(trace, rules);
        const told = [...seen.flatMap(({ excursion }) => excursion ?? []), ...ripe.excursions];
        const begun = told.map(({ device_id, from }) => `${device_id} ${from.toISOString()}`);
        const whole = spellsIn(trace, fridge, () => end).filter((spell) =>
          isExcursion(spell, rules),
        );
        expect(begun.sort()).toEqual(
          whole.map(({ device_id, from }) => `${device_id} ${from.toISOString()}`).sort(),
        );
      }),
    );
  });

  it('emits the first reading of each minute', () => {
    const trace = readingsOf('dev_1', '09:00:59 4, 09:01 4, 09:01:59 4, 09:03 4');
    expect(follow(trace).seen.map(({ isFirstOfMinute }) => isFirstOfMinute)).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });
});

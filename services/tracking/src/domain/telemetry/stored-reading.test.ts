import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withRegisteredCalibration } from './feed.ts';
import { feedProgressOf, isRepeat, type StoredReading } from './stored-reading.ts';

const start = Date.parse('2026-11-02T08:59:00Z');
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const stored: fc.Arbitrary<StoredReading> = fc.record({
  feed_no: fc.integer({ min: 1, max: 3 }),
  vehicle_no: fc.integer({ min: 1, max: 2 }),
  at: fc.nat({ max: 2 * 24 * 3_600_000 }).map((ms) => new Date(start + ms)),
  seq: fc.maxSafeNat(),
  temperature_mc: orNull(fc.integer({ min: -100_000, max: 100_000 })),
  lat_e6: orNull(fc.integer({ min: -90_000_000, max: 90_000_000 })),
  lng_e6: orNull(fc.integer({ min: -180_000_000, max: 180_000_000 })),
  speed_mh: orNull(fc.nat({ max: 300_000 })),
  calibrated_until: orNull(fc.constantFrom('1969-12-31', '9999-12-31')),
  late: fc.boolean(),
  bad_fix: fc.boolean(),
});
const readings = fc.array(stored, { minLength: 1, maxLength: 60 });

it('a feed keeps its highest number, newest good position and newest temperature', () => {
  fc.assert(
    fc.property(readings, (all) => {
      const progress = feedProgressOf(all);
      const byFeed = Map.groupBy(all, ({ feed_no }) => feed_no);
      expect(progress.map(({ no }) => no)).toEqual([...byFeed.keys()]);
      for (const { no, max_seq, newest, measured } of progress) {
        const own = byFeed.get(no) ?? [];
        const newestOf = (some: readonly StoredReading[]) =>
          some.length > 0 ? Math.max(...some.map(({ at }) => at.getTime())) : undefined;
        const good = own.filter(({ lat_e6, bad_fix }) => lat_e6 !== null && !bad_fix);
        expect(max_seq).toBe(Math.max(...own.map(({ seq }) => seq)));
        expect(newest?.at.getTime()).toBe(newestOf(good));
        expect(measured?.at.getTime()).toBe(
          newestOf(own.filter(({ temperature_mc }) => temperature_mc !== null)),
        );
      }
    }),
  );
});

const measured: StoredReading = {
  ...{ feed_no: 1, vehicle_no: 1, at: new Date(start), seq: 1, temperature_mc: 4_100 },
  ...{ lat_e6: null, lng_e6: null, speed_mh: null, calibrated_until: null },
  ...{ late: false, bad_fix: false },
};
const [sent, registered] = ['2027-01-31', '2027-06-30'];

it.each<[string, Partial<StoredReading>, string | null, string | null]>([
  ['a temperature without one', {}, registered, registered],
  ['a temperature of a device without one', {}, null, null],
  ['a temperature that has one', { calibrated_until: sent }, registered, sent],
  ['a position', { temperature_mc: null, lat_e6: 1, lng_e6: 1 }, registered, null],
  ['a temperature of another feed', { feed_no: 2 }, registered, null],
])('the registered calibration goes to what was sent without one: %s', (_, change, own, kept) => {
  const feeds = [{ no: 1, calibrated_until: own }];
  const [stored] = withRegisteredCalibration([{ ...measured, ...change }], feeds);
  expect(stored?.calibrated_until).toBe(kept);
});

it.each<[string, Partial<StoredReading>, Partial<StoredReading>, boolean]>([
  ['the same', {}, {}, true],
  ['the same, stored with a registered calibration', {}, { calibrated_until: registered }, true],
  ['another calibration', { calibrated_until: sent }, { calibrated_until: registered }, false],
  ['a calibration where none is stored', { calibrated_until: sent }, {}, false],
  ['another temperature', { temperature_mc: 4_200 }, { calibrated_until: registered }, false],
])('a reading repeats a stored one or not: %s', (_, change, known, isSame) => {
  expect(isRepeat({ ...measured, ...change }, { ...measured, ...known })).toBe(isSame);
});

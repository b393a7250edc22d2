import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  decodeReadings,
  encodeReadings,
  packReadings,
  type StoredReading,
  sequencesPerChunk,
} from './reading-chunks.ts';

const start = Date.parse('2026-11-02T08:59:00Z');
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const stored: fc.Arbitrary<StoredReading> = fc.record({
  feed_no: fc.integer({ min: 1, max: 3 }),
  vehicle_no: fc.integer({ min: 1, max: 2 }),
  atMs: fc.nat({ max: 2 * 24 * 3_600_000 }).map((ms) => start + ms),
  seq: fc.oneof(fc.nat({ max: 300 }), fc.maxSafeNat()),
  temperature_mc: orNull(fc.integer({ min: -100_000, max: 100_000 })),
  lat_e6: orNull(fc.integer({ min: -90_000_000, max: 90_000_000 })),
  lng_e6: orNull(fc.integer({ min: -180_000_000, max: 180_000_000 })),
  speed_kmh: orNull(fc.nat({ max: 300_000 }).map((n) => n / 1_000)),
  calibrated_until: orNull(fc.constantFrom('1969-12-31', '2024-02-29', '9999-12-31')),
  late: fc.boolean(),
  bad_fix: fc.boolean(),
});
const readings = fc.array(stored, { minLength: 1, maxLength: 60 });
const text = (all: readonly StoredReading[]) => all.map((each) => JSON.stringify(each)).sort();

it('readings are decoded as they were encoded', () => {
  fc.assert(
    fc.property(readings, (all) => {
      expect(decodeReadings(encodeReadings(all))).toEqual(all);
    }),
  );
});

it('chunks have all readings once, in the order of time, with their bounds', () => {
  fc.assert(
    fc.property(readings, (all) => {
      const { chunks } = packReadings(all);
      expect(text(chunks.flatMap((chunk) => decodeReadings(chunk.readings)))).toEqual(text(all));
      for (const chunk of chunks) {
        const own = decodeReadings(chunk.readings);
        const times = own.map(({ atMs }) => atMs);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect([chunk.from.getTime(), chunk.to.getTime()]).toEqual([times[0], times.at(-1)]);
        expect(chunk.from.toISOString().slice(0, 13)).toBe(chunk.to.toISOString().slice(0, 13));
        const numbers = own.map(({ seq }) => Math.floor(seq / sequencesPerChunk));
        expect(new Set([...numbers, Math.floor(chunk.from_seq / sequencesPerChunk)]).size).toBe(1);
        expect(chunk.from_seq).toBe(Math.min(...own.map(({ seq }) => seq)));
        expect(own.every(({ feed_no }) => feed_no === chunk.feed_no)).toBe(true);
        expect(own.every(({ vehicle_no }) => vehicle_no === chunk.vehicle_no)).toBe(true);
      }
    }),
  );
});

it('a feed keeps its highest number, newest position and newest temperature', () => {
  fc.assert(
    fc.property(readings, (all) => {
      const { progress } = packReadings(all);
      const byFeed = Map.groupBy(all, ({ feed_no }) => feed_no);
      expect(progress.map(({ no }) => no)).toEqual([...byFeed.keys()].toSorted((a, b) => a - b));
      for (const advance of progress) {
        const own = byFeed.get(advance.no) ?? [];
        expect(advance.max_seq).toBe(Math.max(...own.map(({ seq }) => seq)));
        const good = own.filter(({ lat_e6, bad_fix }) => lat_e6 !== null && !bad_fix);
        const seen = good.map(({ atMs }) => atMs);
        expect(advance.newest?.atMs).toBe(seen.length > 0 ? Math.max(...seen) : undefined);
        const read = own.filter(({ temperature_mc }) => temperature_mc !== null);
        const times = read.map(({ atMs }) => atMs);
        expect(advance.measured?.atMs).toBe(times.length > 0 ? Math.max(...times) : undefined);
      }
    }),
  );
});

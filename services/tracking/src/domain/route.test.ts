import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { driveMs } from './route.ts';

const minutes = (ms: number) => Math.round(ms / 60_000);
const johannesburg = { lat: -26.2041, lng: 28.0473 };
const pretoria = { lat: -25.7479, lng: 28.2293 };
const capeTown = { lat: -33.9249, lng: 18.4241 };

describe('the time of a way', () => {
  it.each([
    ['to the next city, 54 km', { to: pretoria, speedKmh: 40, expected: 105 }],
    ['at twice the speed', { to: pretoria, speedKmh: 80, expected: 53 }],
    ['across the country, 1262 km', { to: capeTown, speedKmh: 40, expected: 2460 }],
    ['to where one is', { to: johannesburg, speedKmh: 40, expected: 0 }],
  ])('is reckoned by the rule: %s', (_, { to, speedKmh, expected }) => {
    expect(minutes(driveMs(johannesburg, to, speedKmh))).toBe(expected);
  });

  const place = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  it('is the same both ways, never negative and never longer than half the earth', () => {
    fc.assert(
      fc.property(place, place, (from, to) => {
        const ms = driveMs(from, to, 40);
        expect(Math.abs(ms - driveMs(to, from, 40))).toBeLessThanOrEqual(1);
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThanOrEqual(((20_016 * 1.3) / 40) * 3_600_000);
      }),
    );
  });
});

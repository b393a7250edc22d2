import fc from 'fast-check';
import { expect, it } from 'vitest';
import { routeKm } from './distance.ts';
import { kmMax } from './primitives.ts';

const johannesburg = { lat: -26.2041, lng: 28.0473 };

it.each([
  ['to the same place', johannesburg, 0],
  ['from Johannesburg to Pretoria', { lat: -25.7479, lng: 28.2293 }, 70.1],
  ['from Johannesburg to Durban', { lat: -29.8587, lng: 31.0218 }, 650.4],
  ['from Johannesburg to Cape Town', { lat: -33.9249, lng: 18.4241 }, 1640.1],
])('the distance %s is the great circle × 1.3', (_, to, expected) => {
  expect(routeKm(johannesburg, to)).toBe(expected);
});

it('the distance is not capped at the longest that is priced', () => {
  expect(routeKm(johannesburg, { lat: 0, lng: 0 })).toBeGreaterThan(2 * kmMax);
});

it('any two places have the same distance both ways, in tenths of a kilometre', () => {
  const place = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(place, place, (from, to) => {
      const distance = routeKm(from, to);
      expect(Math.round(distance * 10) / 10).toBe(distance);
      expect(routeKm(to, from)).toBe(distance);
    }),
  );
});

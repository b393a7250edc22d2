import { describe, expect, it } from 'vitest';
import { along, near } from './positions.ts';
import { createRandom } from './random.ts';

const [from, to] = [
  { lat: -26, lng: 28 },
  { lat: -26.2, lng: 28.4 },
];

describe('a position', () => {
  it.each([0, 0.5, 0.9, 1])('along the way lies where %d of it is done', (part) => {
    const { lat, lng } = along([from, to], part, createRandom(1));
    expect(Math.abs(lat - (from.lat + (to.lat - from.lat) * part))).toBeLessThan(0.003);
    expect(Math.abs(lng - (from.lng + (to.lng - from.lng) * part))).toBeLessThan(0.003);
  });

  it('near a place lies within 100 m of it', () => {
    const { lat, lng } = near(from, createRandom(2));
    expect(Math.hypot(lat - from.lat, lng - from.lng)).toBeLessThan(0.001);
  });
});

import { expect, it } from 'vitest';
import { operatingArea, positionFault } from './area.ts';

const southernAfrica = operatingArea.parse([-36, 10, 6, 60]);

it.each([
  ['0,0', { lat: 0, lng: 0 }, 'is 0,0'],
  ['a thousandth of a degree from it', { lat: 0.001, lng: -0.001 }, 'is 0,0'],
  ['exchanged axes', { lat: 28.0473, lng: -26.2041 }, 'exchanged'],
  ['a missing minus', { lat: 26.2041, lng: 28.0473 }, 'outside the area served: latitude -36 to 6'],
  ['Vienna', { lat: 48.2, lng: 16.4 }, 'outside the area served'],
])('a position is refused for %s, with what is wrong', (_, position, fault) => {
  expect(positionFault(position, southernAfrica)).toContain(fault);
});

it('a position from Cape Agulhas to the equator and Port Louis is accepted', () => {
  const [agulhas, portLouis] = [
    { lat: -34.83, lng: 20 },
    { lat: -20.16, lng: 57.5 },
  ];
  for (const position of [agulhas, portLouis, { lat: -22.96, lng: 14.5 }, { lat: 0, lng: 32 }]) {
    expect(positionFault(position, southernAfrica)).toBeUndefined();
  }
});

it('0,0 is refused although the area is the whole earth, and an area without an extent', () => {
  const earth = operatingArea.parse([-90, -180, 90, 180]);
  expect(positionFault({ lat: 0, lng: 0 }, earth)).toContain('is 0,0');
  expect(positionFault({ lat: 28, lng: -26 }, earth)).toBeUndefined();
  expect(operatingArea.safeParse([6, 10, -36, 60]).success).toBe(false);
});

import { operatingArea } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { at, clinic } from '../../../test/tracked-job.ts';
import { isGoodFix, judgeFixes } from './position-fix.ts';

const area = operatingArea.parse([-36, 10, 6, 60]);
const north = (km: number) => ({ lat: clinic.lat + km / 111.2, lng: clinic.lng });
const last = { position: clinic, at: at('09:00') };

it.each([
  ['the first', clinic, '09:00', null, true],
  ['0,0', { lat: 0, lng: 0 }, '09:00', null, false],
  ['near 0,0', { lat: -0.00001, lng: 0.00001 }, '12:00', last, false],
  ['with exchanged axes', { lat: clinic.lng, lng: clinic.lat }, '12:00', last, false],
  ['outside the area served', { lat: 48.2, lng: 16.4 }, '12:00', null, false],
  ['at the same moment, within the scatter', north(0.9), '09:00', last, true],
  ['at the same moment, elsewhere', north(1.1), '09:00', last, false],
  ['at 290 km/h', north(29), '09:06', last, true],
  ['at 310 km/h', north(31), '09:06', last, false],
  ['at 310 km/h, before', north(31), '08:54', last, false],
  ['after a gap in which it could be reached', north(600), '11:01', last, true],
  ['after one that was no fix itself', north(31), '09:06', at0(), true],
] as const)('a fix is judged by the rule: %s', (_case, position, time, before, isGood) => {
  expect(isGoodFix({ position, at: at(time) }, before, area)).toBe(isGood);
});

function at0() {
  return { position: { lat: 0, lng: 0 }, at: at('09:00') };
}

describe('the readings of a batch', () => {
  const reading = (seq: number, time: string, km: number | null, feed_no = 1) => ({
    ...{ feed_no, vehicle_no: 1, seq, at: at(time), temperature_mc: 4_000 },
    lat_e6: km === null ? null : Math.round(north(km).lat * 1e6),
    lng_e6: km === null ? null : Math.round(clinic.lng * 1e6),
    ...{ speed_mh: null, calibrated_until: null, late: false, bad_fix: false },
  });
  const judged = (readings: Parameters<typeof judgeFixes>[0], known = new Map([[1, last]])) =>
    judgeFixes(readings, known, area).map(({ seq, bad_fix }) => [seq, bad_fix]);

  it('are judged in the order of time, each by the last good one of its feed', () => {
    const readings = [
      reading(4, '09:03', 1.5),
      reading(2, '09:01', 50),
      reading(3, '09:02', null),
      reading(1, '09:00:30', 0.5),
      reading(1, '09:00:30', 50, 2),
    ];
    expect(judged(readings)).toEqual([
      [1, false],
      [1, false],
      [2, true],
      [3, false],
      [4, false],
    ]);
  });

  it('that are late do not move the place by which newer ones are judged', () => {
    expect(judged([reading(1, '08:00', 200), reading(2, '09:01', 1)])).toEqual([
      [1, false],
      [2, false],
    ]);
  });
});

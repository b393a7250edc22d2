import { expect, it } from 'vitest';
import { at, clinic } from '../../../test/tracked-job.ts';
import { averageSpeedAfter } from './average-speed.ts';

const usual = 40;
const start = { kmh: usual, at: at('09:00') };
const seen = (time: string, speed_kmh: number) => ({ position: clinic, at: at(time), speed_kmh });

it.each([
  ['stays when nothing changes', '09:10', 40, 40],
  ['hardly moves at a red light', '09:01', 0, 37.4],
  ['follows what lasts', '09:15', 80, 65.3],
  ['is never below half the usual', '10:30', 0, 20],
  ['is never above twice the usual', '10:30', 300, 80],
  ['takes no word from the past', '08:00', 0, 40],
])('the average speed is derived by the rule: %s', (_what, time, speed, expected) => {
  expect(averageSpeedAfter(start, seen(time, speed), usual).kmh).toBeCloseTo(expected, 1);
});

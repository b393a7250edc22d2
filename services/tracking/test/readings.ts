import type { TemperatureRange, TemperatureReading } from '../src/domain/cold-chain/reading.ts';

export const fridge: TemperatureRange = { min: 2, max: 8 };

/** `09:00` or `09:00:30` on a day of tests. */
export const clockAt = (time: string): Date => new Date(`2026-11-02T${time.padEnd(8, ':00')}Z`);

/** `09:00 4.5, 09:01:30 5`, numbered from 1. */
export const readingsOf = (device_id: string, trace: string): TemperatureReading[] =>
  trace
    .split(', ')
    .filter(Boolean)
    .map((each) => each.split(' '))
    .map(([time = '', celsius], i) => ({
      device_id,
      seq: i + 1,
      at: clockAt(time),
      temperature_c: Number(celsius),
      calibrated_until: '2027-06-30',
    }));

import type { TemperatureRange, TemperatureReading } from '../src/domain/cold-chain/reading.ts';

export const fridge: TemperatureRange = { min: 2, max: 8 };

/** `09:00:30` on a day of tests. */
export const clockAt = (time: string): Date => new Date(`2026-11-02T${time}Z`);

/** `['09:00:00', 4.5]`, one reading a pair, numbered from 1. */
export const readingsOf = (
  device_id: string,
  told: readonly (readonly [time: string, temperature: number])[],
): TemperatureReading[] =>
  told.map(([time, temperature_c], i) => ({
    device_id,
    seq: i + 1,
    at: clockAt(time),
    temperature_c,
    calibrated_until: '2027-06-30',
  }));

/** Errors of decisions about suspect readings. */
import { entry } from '../error-entry.ts';

export const suspectErrors = {
  no_suspect_readings: entry(
    409,
    'No suspect readings',
    'The certified trace has no reading of exactly 85 or -127 °C: there is nothing to decide.',
  ),
  suspects_decided: entry(
    409,
    'Suspect readings already decided',
    'The suspect readings have been decided, and an additional certificate was issued. The decision is final.',
  ),
} as const;

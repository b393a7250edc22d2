import { readingsDigest } from '@svc/proof/verify/readings';
import type { TemperatureReading } from '../domain/cold-chain/reading.ts';
import { toTracedReading } from '../domain/cold-chain/trace-resource.ts';

/** Digest of a trace, computed by the library with which a customer verifies the certificate. */
export const digestOf = (readings: readonly TemperatureReading[]): string =>
  readingsDigest(readings.map(toTracedReading));

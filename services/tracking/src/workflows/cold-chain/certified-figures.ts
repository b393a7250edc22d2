import { type ColdChain, type TemperatureClass, temperatureRanges } from '@svc/contracts';
import { digestOf } from '../../adapters/readings-digest.ts';
import type { TemperatureReading } from '../../domain/cold-chain/reading.ts';
import { toFigures, toGap } from '../../domain/cold-chain/trace-resource.ts';
import {
  countedAfter,
  summaryOf,
  type TraceCriteria,
} from '../../domain/cold-chain/trace-summary.ts';

type CertifiedTrace = Omit<TraceCriteria, 'range'> & { temperatureClass: TemperatureClass };

/** Certified figures of a trace, with the digest of exactly the readings they are computed from. */
export function coldChainOf(
  readings: readonly TemperatureReading[],
  { temperatureClass, ...criteria }: CertifiedTrace,
): ColdChain {
  const range = temperatureRanges[temperatureClass];
  const { sensors, result, ...figures } = toFigures(summaryOf(readings, { ...criteria, range }));
  return {
    range_c: [range.min, range.max],
    ...toGap(criteria.window),
    ...figures,
    sensors,
    readings_digest: digestOf(countedAfter(criteria.decision ?? null, readings)),
    result,
  };
}

import { type ColdChain, type TemperatureClass, temperatureRanges } from '@svc/contracts';
import { digestOf } from '../../adapters/readings-digest.ts';
import type {
  ColdChainRules,
  TemperatureReading,
  TraceWindow,
} from '../../domain/cold-chain/reading.ts';
import { toFigures, toGap } from '../../domain/cold-chain/trace-resource.ts';
import { summaryOf } from '../../domain/cold-chain/trace-summary.ts';

interface CertifiedTrace {
  window: TraceWindow;
  rules: ColdChainRules;
  temperatureClass: TemperatureClass;
}

/** Certified figures of a trace, with the digest of exactly the readings they are computed from. */
export function coldChainOf(
  readings: readonly TemperatureReading[],
  { window, rules, temperatureClass }: CertifiedTrace,
): ColdChain {
  const range = temperatureRanges[temperatureClass];
  const { sensors, result, ...figures } = toFigures(summaryOf(readings, { range, window, rules }));
  return {
    range_c: [range.min, range.max],
    ...toGap(window),
    ...figures,
    sensors,
    readings_digest: digestOf(readings),
    result,
  };
}

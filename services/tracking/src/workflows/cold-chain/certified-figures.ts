import type { ColdChain } from '@svc/contracts';
import { digestOf } from '../../adapters/readings-digest.ts';
import type { TemperatureReading } from '../../domain/cold-chain/reading.ts';
import { toFigures, toGap } from '../../domain/cold-chain/trace-resource.ts';
import {
  countedAfter,
  summaryOf,
  type TraceCriteria,
} from '../../domain/cold-chain/trace-summary.ts';

/** With the name of the profile that range and rules are of, if any. */
type CertifiedTrace = TraceCriteria & { profile?: string | undefined; files?: ColdChain['files'] };

/** Certified figures of a trace, with the digest of exactly the readings they are computed from. */
export function coldChainOf(
  readings: readonly TemperatureReading[],
  { profile, files = [], ...criteria }: CertifiedTrace,
): ColdChain {
  const { range } = criteria;
  const { sensors, result, ...figures } = toFigures(summaryOf(readings, criteria));
  return {
    range_c: [range.min, range.max],
    ...(profile !== undefined && { profile }),
    ...toGap(criteria.window),
    ...figures,
    sensors,
    ...(criteria.watch?.boxes && { boxes: [...criteria.watch.boxes] }),
    ...(files.length > 0 && { files }),
    readings_digest: digestOf(countedAfter(criteria.decision ?? null, readings)),
    result,
  };
}

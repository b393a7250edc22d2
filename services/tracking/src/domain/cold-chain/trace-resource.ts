/** The temperatures of a job: read, judged, and as the contract shows them. */
import type {
  ColdChain,
  LatestReading as LatestResource,
  TemperatureChart,
  TracedReading,
} from '@svc/contracts';
import { downsample } from './downsample.ts';
import type { TraceExcursion } from './excursions.ts';
import { splitAtGaps, type TraceGap } from './gaps.ts';
import { type LatestReadingRecord, latestReadingOf } from './latest-reading.ts';
import type { StoredWatch } from './probe-watch.ts';
import type { ColdChainRules, TemperatureRange, TemperatureReading } from './reading.ts';
import { summaryOf, type TraceCriteria, type TraceSummary } from './trace-summary.ts';

/** Readings of a certificate; kept when the partitions of its days are dropped. */
export interface TraceSnapshot {
  tenant_id: string;
  job_id: string;
  trace_from: Date;
  trace_to: Date;
  cold_chain: ColdChain;
  watch: StoredWatch | null;
}

export const toTracedReading = ({
  device_id,
  seq,
  at,
  ...rest
}: TemperatureReading): TracedReading => ({
  device_id,
  seq,
  at: at.toISOString(),
  temperature_c: rest.temperature_c,
  calibrated_until: rest.calibrated_until,
});

/** More of them than these say nothing new, and would not pass the bus. */
const listedMax = 200;

export const toLatestReading = (latest: LatestReadingRecord | undefined): LatestResource | null =>
  latest === undefined
    ? null
    : {
        ...latest,
        at: latest.at.toISOString(),
        out_of_range_since: latest.out_of_range_since?.toISOString() ?? null,
      };

export const toGap = ({ from, to }: TraceGap) => ({
  from: from.toISOString(),
  to: to.toISOString(),
});
const toSpell = ({ from, to, ...spell }: TraceExcursion) => ({ ...spell, ...toGap({ from, to }) });

/** The first 200 of each list; the result counts all of them. */
export const toFigures = ({ gaps, excursions, exposures, ...summary }: TraceSummary) => {
  const { suspects, decision, ...figures } = summary;
  return {
    ...figures,
    gaps: gaps.slice(0, listedMax).map(toGap),
    excursions: excursions.slice(0, listedMax).map(toSpell),
    exposures: exposures.slice(0, listedMax).map(toSpell),
    suspects: suspects.slice(0, listedMax).map((reading) => {
      const { calibrated_until: _, ...suspect } = toTracedReading(reading);
      return { ...suspect, decision };
    }),
  };
};

export const fromTracedReading = ({ at, ...reading }: TracedReading): TemperatureReading => ({
  ...reading,
  at: new Date(at),
});

/** Summary of a trace. Without a range no reading is in or out of it, and nothing is judged. */
export function summarizeTrace(
  readings: readonly TemperatureReading[],
  { range, ...criteria }: Watched,
): TraceSummary {
  return summaryOf(readings, { ...criteria, range: range ?? everything });
}
const everything: TemperatureRange = { min: -Infinity, max: Infinity };
type Watched = Omit<TraceCriteria, 'range'> & { range: TemperatureRange | null };

/** All probes together; the chart is no wider. */
const stretchesMax = 400;

export function chartOf(
  readings: readonly TemperatureReading[],
  watched: Watched,
): TemperatureChart {
  const { window, range } = watched;
  const { gaps, excursions, exposures, suspects } = toFigures(summarizeTrace(readings, watched));
  const byDevice = Map.groupBy(readings, ({ device_id }) => device_id);
  const stretches = Math.max(20, Math.floor(stretchesMax / Math.max(1, byDevice.size)));
  return {
    range_c: range && [range.min, range.max],
    ...toGap(window),
    latest: toLatestReading(latestReadingOf(readings, { range, runs: new Map() })),
    ...{ gaps, excursions, exposures, suspects },
    series: [...byDevice].slice(0, seriesMax).map(([device_id, own]) => ({
      device_id,
      lines: linesOf(own, stretches, watched.rules),
    })),
  };
}
/** Cut before it is thinned: afterwards nobody could tell a silence from a stretch. */
function linesOf(own: readonly TemperatureReading[], stretches: number, rules: ColdChainRules) {
  const shown = new Set(downsample(own, stretches));
  return splitAtGaps(own, rules)
    .map((stretch) => stretch.filter((reading) => shown.has(reading)))
    .filter((stretch) => stretch.length > 0)
    .map((stretch) =>
      stretch.map(({ at, temperature_c }): [number, number] => [at.getTime(), temperature_c]),
    );
}

/** More lines than these nobody tells apart. */
const seriesMax = 12;

/** The temperatures of a job: read, judged, and as the contract shows them. */
import {
  type ColdChain,
  type TemperatureChart,
  type TemperatureClass,
  type TracedReading,
  temperatureRanges,
} from '@svc/contracts';
import { readingsDigest } from '@svc/verify/readings';
import type { Config } from './config.ts';
import type { Excursion } from './domain/cold-chain/excursions.ts';
import { type Gap, unbroken } from './domain/cold-chain/gaps.ts';
import {
  type Range,
  type Reading,
  type Rules,
  usualRules,
  type Window,
} from './domain/cold-chain/reading.ts';
import { type Summary, summaryOf } from './domain/cold-chain/summary.ts';
import { thinned } from './domain/cold-chain/thinned.ts';

const minuteMs = 60_000;

/** The usual rules, with the minutes that make an excursion in this class. */
export const rulesFor = (
  temperatureClass: TemperatureClass,
  { SVC_EXCURSION_MINUTES }: Pick<Config, 'SVC_EXCURSION_MINUTES'>,
): Rules => {
  const minutes = SVC_EXCURSION_MINUTES[temperatureClass];
  return minutes === undefined ? usualRules : { ...usualRules, excursionMs: minutes * minuteMs };
};

export const toTraced = ({ device_id, seq, at, ...rest }: Reading): TracedReading => ({
  device_id,
  seq,
  at: at.toISOString(),
  temperature_c: rest.temperature_c,
  calibrated_until: rest.calibrated_until,
});

/** More of them than these say nothing new, and would not pass the bus. */
const listedMax = 200;

const toGap = ({ from, to }: Gap) => ({ from: from.toISOString(), to: to.toISOString() });
const toExcursion = ({ open: _, from, to, ...excursion }: Excursion) => ({
  ...excursion,
  ...toGap({ from, to }),
});

/** The first 200 gaps and excursions; the result counts all of them. */
export const toFigures = ({ gaps, excursions, ...figures }: Summary) => ({
  ...figures,
  gaps: gaps.slice(0, listedMax).map(toGap),
  excursions: excursions.slice(0, listedMax).map(toExcursion),
});

/** What is certified of a trace, with the digest of exactly the readings that it was made from. */
export function coldChainOf(
  readings: readonly Reading[],
  { window, rules, temperatureClass }: Judged,
): ColdChain {
  const range = temperatureRanges[temperatureClass];
  const { sensors, result, ...figures } = toFigures(summaryOf(readings, { range, window, rules }));
  return {
    range_c: [range.min, range.max],
    ...toGap(window),
    ...figures,
    sensors,
    readings_digest: readingsDigest(readings.map(toTraced)),
    result,
  };
}
interface Judged {
  window: Window;
  rules: Rules;
  temperatureClass: TemperatureClass;
}

export const fromTraced = ({ at, ...reading }: TracedReading): Reading => ({
  ...reading,
  at: new Date(at),
});

/** Whatever there is: without a range nothing is in or out of it, and nothing is judged. */
export function judged(readings: readonly Reading[], { window, rules, range }: Watched): Summary {
  return summaryOf(readings, { range: range ?? everything, window, rules });
}
const everything: Range = { min: -Infinity, max: Infinity };
interface Watched {
  window: Window;
  rules: Rules;
  range: Range | null;
}

/** All probes together; the chart is no wider. */
const stretchesMax = 400;

export function chartOf(readings: readonly Reading[], watched: Watched): TemperatureChart {
  const { window, range } = watched;
  const { gaps, excursions } = toFigures(judged(readings, watched));
  const byDevice = Map.groupBy(readings, ({ device_id }) => device_id);
  const stretches = Math.max(20, Math.floor(stretchesMax / Math.max(1, byDevice.size)));
  return {
    range_c: range && [range.min, range.max],
    ...toGap(window),
    gaps,
    excursions,
    series: [...byDevice].slice(0, seriesMax).map(([device_id, own]) => ({
      device_id,
      lines: linesOf(own, stretches, watched.rules),
    })),
  };
}
/** Cut before it is thinned: afterwards nobody could tell a silence from a stretch. */
function linesOf(own: readonly Reading[], stretches: number, rules: Rules) {
  const shown = new Set(thinned(own, stretches));
  return unbroken(own, rules)
    .map((stretch) => stretch.filter((reading) => shown.has(reading)))
    .filter((stretch) => stretch.length > 0)
    .map((stretch) =>
      stretch.map(({ at, temperature_c }): [number, number] => [at.getTime(), temperature_c]),
    );
}

/** More lines than these nobody tells apart. */
const seriesMax = 12;

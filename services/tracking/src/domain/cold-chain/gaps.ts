import type { ProbeSpan, ProbeWatch } from './probe-watch.ts';
import type { ColdChainRules, TemperatureReading, TraceWindow } from './reading.ts';

export interface TraceGap {
  from: Date;
  to: Date;
}

const lengthMs = ({ from, to }: TraceWindow): number => to.getTime() - from.getTime();

/**
 * Silence of a probe that the parcels depend on for longer than the rules allow is a gap, also
 * before its first and after its last reading, whatever other probes tell; so are silence of all
 * probes, and a time of which nobody knows whose probes count. Without any reading the window is one
 * gap, however short.
 */
export function gapsIn(
  trace: readonly TemperatureReading[],
  window: TraceWindow,
  { rules, watch }: { rules: ColdChainRules; watch: ProbeWatch },
): TraceGap[] {
  if (trace.length === 0) return [{ ...window }];
  const byDevice = Map.groupBy(trace, ({ device_id }) => device_id);
  const ofProbes = watch.spans.flatMap((span) =>
    silencesOf(span, byDevice.get(span.device_id) ?? [], rules),
  );
  return merged([...silences(trace, window, rules), ...ofProbes, ...watch.unclear]);
}

function silencesOf(span: ProbeSpan, own: readonly TemperatureReading[], rules: ColdChainRules) {
  const told = own.filter(({ at }) => at >= span.from && at <= span.to);
  const [first] = told;
  const from = first && first.at < span.expectedFrom ? first.at : span.expectedFrom;
  if (first) return silences(told, { from, to: span.to }, rules);
  if (!span.isProbe || from >= span.to) return [];
  // The silence may have begun before the span; a probe that never told anything is silent throughout.
  const { measuredAt } = span;
  if (measuredAt === null) return [{ from, to: span.to }];
  const since = measuredAt < from ? measuredAt : from;
  return lengthMs({ from: since, to: span.to }) > rules.gapMs ? [{ from, to: span.to }] : [];
}

function silences(
  told: readonly TemperatureReading[],
  { from: start, to: end }: TraceWindow,
  { gapMs }: ColdChainRules,
): TraceGap[] {
  const moments = [start, ...told.map(({ at }) => at), end];
  return moments.slice(1).flatMap((to, i) => {
    const from = moments[i] ?? to;
    return lengthMs({ from, to }) > gapMs ? [{ from, to }] : [];
  });
}

/** In the order of time, none over another. */
function merged(gaps: readonly TraceGap[]): TraceGap[] {
  const kept: TraceGap[] = [];
  for (const gap of gaps.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = kept.at(-1);
    if (last && gap.from <= last.to) last.to = gap.to > last.to ? gap.to : last.to;
    else kept.push({ ...gap });
  }
  return kept;
}

/** Splits the readings of one probe at silences longer than the rules allow. */
export function splitAtGaps(
  readings: readonly TemperatureReading[],
  { gapMs }: ColdChainRules,
): TemperatureReading[][] {
  const stretches: TemperatureReading[][] = [];
  for (const reading of readings) {
    const before = stretches.at(-1);
    const last = before?.at(-1);
    if (before && last && lengthMs({ from: last.at, to: reading.at }) <= gapMs)
      before.push(reading);
    else stretches.push([reading]);
  }
  return stretches;
}

const silentMs = (gaps: readonly TraceGap[]): number =>
  gaps.reduce((sum, gap) => sum + lengthMs(gap), 0);

/** The share of the window that is no gap: 0 to 1, four decimals, never rounded up. */
export function coverageOf(gaps: readonly TraceGap[], window: TraceWindow): number {
  const wholeMs = lengthMs(window);
  if (wholeMs <= 0) return gaps.length > 0 ? 0 : 1;
  return Math.floor(((wholeMs - silentMs(gaps)) / wholeMs) * 10_000) / 10_000;
}

/** Whether enough of the window was watched; decided in whole milliseconds, before any rounding. */
export function isCovered(
  gaps: readonly TraceGap[],
  window: TraceWindow,
  rules: ColdChainRules,
): boolean {
  const wholeMs = lengthMs(window);
  if (wholeMs <= 0) return gaps.length === 0;
  return (wholeMs - silentMs(gaps)) * 100 >= wholeMs * rules.coveragePercent;
}

import type { ColdChainRules, TemperatureReading, TraceWindow } from './reading.ts';

export interface TraceGap {
  from: Date;
  to: Date;
}

const lengthMs = ({ from, to }: TraceWindow): number => to.getTime() - from.getTime();

/**
 * Silence of all probes for longer than the rules allow is a gap, also before the first and after
 * the last reading of the window. A window without any reading is one gap, however short.
 */
export function gapsIn(
  trace: readonly TemperatureReading[],
  window: TraceWindow,
  { gapMs }: ColdChainRules,
): TraceGap[] {
  if (trace.length === 0) return [{ ...window }];
  const moments = [window.from, ...trace.map(({ at }) => at), window.to];
  return moments.slice(1).flatMap((to, i) => {
    const from = moments[i] ?? to;
    return lengthMs({ from, to }) > gapMs ? [{ from, to }] : [];
  });
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

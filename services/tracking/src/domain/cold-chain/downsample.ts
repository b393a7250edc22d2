import type { TemperatureReading } from './reading.ts';

/**
 * As many readings as a chart can show: of every stretch of time, and of every probe, the coldest
 * and the warmest, so that no peak is lost. Not more than two per probe and stretch.
 */
export function downsample(
  trace: readonly TemperatureReading[],
  stretches: number,
): TemperatureReading[] {
  const [first, last] = [trace[0], trace.at(-1)];
  if (!first || !last || trace.length <= stretches) return [...trace];
  const startMs = first.at.getTime();
  const stretchMs = (last.at.getTime() - startMs) / stretches + 1;
  const extremes = new Map<string, { coldest: TemperatureReading; warmest: TemperatureReading }>();
  for (const reading of trace) {
    const stretch = Math.floor((reading.at.getTime() - startMs) / stretchMs);
    const key = `${reading.device_id} ${stretch}`;
    const known = extremes.get(key);
    const { coldest, warmest } = known ?? { coldest: reading, warmest: reading };
    extremes.set(key, {
      coldest: reading.temperature_c < coldest.temperature_c ? reading : coldest,
      warmest: reading.temperature_c > warmest.temperature_c ? reading : warmest,
    });
  }
  const shown = new Set(
    [...extremes.values()].flatMap(({ coldest, warmest }) => [coldest, warmest]),
  );
  return trace.filter((reading) => shown.has(reading));
}

import type { Sighting } from '../prediction.ts';

/** How fast a vehicle has been of late, stops included, and when that was known. */
export interface AverageSpeed {
  kmh: number;
  at: Date;
}

/** Older speeds fade: after so long a third of their weight is left. */
const memoryMs = 15 * 60_000;

/**
 * The pace after one more speed, by how long ago the last one was. It stays between half and twice
 * the usual: a red light does not make a job late, nor a motorway early.
 */
export function averageSpeedAfter(
  before: AverageSpeed,
  seen: Sighting & { speed_kmh: number },
  usualKmh: number,
) {
  const passedMs = Math.max(0, seen.at.getTime() - before.at.getTime());
  const weight = 1 - Math.exp(-passedMs / memoryMs);
  const kmh = before.kmh + (seen.speed_kmh - before.kmh) * weight;
  return { kmh: Math.min(Math.max(kmh, usualKmh / 2), usualKmh * 2), at: seen.at };
}

/** Vehicles in which the parcels of a job were, one after the other: a transfer ends one, and begins the next. */
import type { TraceWindow } from './cold-chain/reading.ts';

/** A vehicle that the parcels have left; times RFC 3339. */
export interface EarlierHold {
  vehicle_id: string;
  from: string;
  to: string;
}

export interface HeldJob {
  vehicle_id: string | null;
  /** In their order; null for none. */
  earlier_holds: readonly EarlierHold[] | null;
}

interface Hold extends TraceWindow {
  vehicleId: string;
  /** Whether the parcels left the vehicle at its end. */
  isLeft: boolean;
}

/** With each its part of the window; what lies before the first transfer is the first vehicle's. */
export function holdsIn(
  { vehicle_id, earlier_holds }: HeldJob,
  window: TraceWindow,
): readonly Hold[] {
  const earlier = earlier_holds ?? [];
  const all = [...earlier, { vehicle_id: vehicle_id ?? '', to: undefined }];
  return all.flatMap(({ vehicle_id: vehicleId, to }, place) => {
    const since = earlier[place - 1]?.to;
    const [begun, ended] = [since && new Date(since), to && new Date(to)];
    const part = {
      from: begun && begun > window.from ? begun : window.from,
      to: ended && ended < window.to ? ended : window.to,
    };
    return part.from <= part.to ? [{ vehicleId, ...part, isLeft: part.to === ended }] : [];
  });
}

export const vehiclesOf = ({ vehicle_id, earlier_holds }: HeldJob): string[] => [
  ...new Set([vehicle_id ?? '', ...(earlier_holds ?? []).map((each) => each.vehicle_id)]),
];

interface Moved extends HeldJob {
  collected_at: Date | null;
  ended_at: Date | null;
}

/** With the vehicle that the parcels left at this moment, if they did. */
export function nextHolds(
  before: Moved | undefined,
  { vehicle_id, at }: { vehicle_id: string | null; at: Date },
): HeldJob['earlier_holds'] {
  const known = before?.earlier_holds ?? null;
  if (!before?.collected_at || before.ended_at) return known;
  if (before.vehicle_id === null || before.vehicle_id === vehicle_id) return known;
  const from = known?.at(-1)?.to ?? before.collected_at.toISOString();
  return [...(known ?? []), { vehicle_id: before.vehicle_id, from, to: at.toISOString() }];
}

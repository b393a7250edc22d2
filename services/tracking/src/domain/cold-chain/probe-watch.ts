/**
 * Which probes of its vehicle the parcels of a job depend on, and when.
 *
 * A probe of a temperature class counts for the parcels of that class. A device without a class
 * counts for all parcels in its vehicle, while only one range is on board and no device there has a
 * class: a temperature beside the wrong parcels is worse than none.
 */
import type { TemperatureClass } from '@svc/contracts';
import type { TemperatureReading, TraceWindow } from './reading.ts';

/** A time in a vehicle; null: open on that side. */
interface Stay {
  temperature_class: TemperatureClass | null;
  from_at: Date | null;
  to_at: Date | null;
}

/** A device in a vehicle. Its first vehicle has readings of before its registration, too. */
export interface DevicePlacement extends Stay {
  device_id: string;
  registered_at: Date;
  /** Its newest temperature in its present vehicle. */
  measured_at: Date | null;
}

/** Devices of a vehicle, and the jobs whose parcels must be kept in a range there. */
export interface VehicleLoad {
  placements: readonly DevicePlacement[];
  parcels: readonly Stay[];
}

/** A time in which readings of a device count. */
export interface ProbeSpan extends TraceWindow {
  device_id: string;
  /** From when on it is expected to report. */
  expectedFrom: Date;
  measuredAt: Date | null;
  /** Known as a probe, also while it is silent: others may only tell positions. */
  isProbe: boolean;
}

export interface ProbeWatch {
  spans: readonly ProbeSpan[];
  /** Times in which devices without a class do not count, and no other does. */
  unclear: readonly TraceWindow[];
}

/** A device without a class is a probe if it told a temperature in the last seven days. */
const probeMemoryMs = 7 * 24 * 3_600_000;

export function watchOf(
  { placements, parcels }: VehicleLoad,
  window: TraceWindow,
  own: TemperatureClass | null,
): ProbeWatch {
  const classed = placements.filter(({ temperature_class }) => temperature_class !== null);
  const others = parcels.filter(({ temperature_class }) => temperature_class !== own);
  // Nothing is judged of parcels without a range.
  const barring = own === null ? [] : [...others, ...classed];
  const barred = barring.flatMap((stay) => within(stay, window)).filter(isLong);
  const spans = placements.flatMap((placement) => {
    const { temperature_class: its, registered_at, measured_at, device_id } = placement;
    if (its !== null && own !== null && its !== own) return [];
    const inside = within(placement, window);
    return without(inside, its === null ? barred : []).map((span) => ({
      ...span,
      device_id,
      expectedFrom: registered_at > span.from ? registered_at : span.from,
      measuredAt: measured_at,
      isProbe:
        its !== null ||
        (measured_at !== null && window.from.getTime() - measured_at.getTime() <= probeMemoryMs),
    }));
  });
  return { spans, unclear: without(barred, spans) };
}

/** Without a vehicle, each device that reports counts for the whole window. */
export const watchOfReporting = (
  readings: readonly TemperatureReading[],
  window: TraceWindow,
): ProbeWatch => ({
  spans: [...new Set(readings.map(({ device_id }) => device_id))].map((device_id) => ({
    ...{ device_id, ...window, expectedFrom: window.from },
    ...{ measuredAt: null, isProbe: true },
  })),
  unclear: [],
});

type Stored<T> = { [K in keyof T]: T[K] extends Date ? string : T[K] };
/** As JSON keeps it, with a sealed trace. */
export interface StoredWatch {
  spans: readonly (Stored<Omit<ProbeSpan, 'measuredAt'>> & { measuredAt: string | null })[];
  unclear: readonly Stored<TraceWindow>[];
}

const toWindow = ({ from, to }: Stored<TraceWindow>) => ({
  from: new Date(from),
  to: new Date(to),
});

export const restoredWatch = ({ spans, unclear }: StoredWatch): ProbeWatch => ({
  spans: spans.map((span) => ({
    ...{ ...span, ...toWindow(span), expectedFrom: new Date(span.expectedFrom) },
    measuredAt: span.measuredAt === null ? null : new Date(span.measuredAt),
  })),
  unclear: unclear.map(toWindow),
});

type Observed = Pick<TemperatureReading, 'device_id' | 'at'>;

/** The test whether a reading counts, both ends of a span included. */
export function countingOf({ spans }: ProbeWatch): (reading: Observed) => boolean {
  const byDevice = Map.groupBy(spans, ({ device_id }) => device_id);
  return ({ device_id, at }) =>
    byDevice.get(device_id)?.some(({ from, to }) => at >= from && at <= to) ?? false;
}

/** Until when each probe counts. */
export function endsOf({ spans }: ProbeWatch): Map<string, Date> {
  const ends = new Map<string, Date>();
  for (const { device_id, to } of spans) {
    const known = ends.get(device_id);
    if (!known || known < to) ends.set(device_id, to);
  }
  return ends;
}

function within({ from_at, to_at }: Stay, window: TraceWindow): TraceWindow[] {
  const from = from_at && from_at > window.from ? from_at : window.from;
  const to = to_at && to_at < window.to ? to_at : window.to;
  return from <= to ? [{ from, to }] : [];
}

const isLong = ({ from, to }: TraceWindow): boolean => from < to;

const without = (windows: readonly TraceWindow[], taken: readonly TraceWindow[]): TraceWindow[] =>
  taken.reduce<TraceWindow[]>(
    (left, { from, to }) =>
      left.flatMap((each) =>
        [
          { from: each.from, to: from < each.to ? from : each.to },
          { from: to > each.from ? to : each.from, to: each.to },
        ].filter(isLong),
      ),
    [...windows],
  );

/**
 * Which probes of its vehicle the parcels of a job depend on, and when.
 *
 * A probe of a temperature class counts for the parcels of that class. A device without a class
 * counts for all parcels in its vehicle, while only one range is on board and no device there has a
 * class: a temperature beside the wrong parcels is worse than none. Probes and parcels in boxes are
 * apart from all others (`boxes/box-watch.ts`).
 */
import {
  type CertifiedBox,
  type RangedJob,
  requiredRange,
  type TemperatureClass,
} from '@svc/contracts';
import type { TemperatureReading, TraceWindow } from './reading.ts';

/** Null: open on that side. */
export interface Period {
  from_at: Date | null;
  to_at: Date | null;
}
/** A time in a vehicle. */
interface Stay extends Period {
  temperature_class: TemperatureClass | null;
  /** When it was in a box, where it matters to nothing outside. */
  boxed: readonly Period[];
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
  parcels: readonly (Stay & RangedJob)[];
}

/** A time in which readings of a device count. */
export interface ProbeSpan extends TraceWindow {
  device_id: string;
  /** From when on it is expected to report. */
  expectedFrom: Date;
  measuredAt: Date | null;
  /** Known as a probe, also while it is silent: others may only tell positions. */
  isProbe: boolean;
  /** Whether probe or parcels leave at its end: a reading of that moment counts where they come to. */
  leaves?: boolean | undefined;
}

export interface ProbeWatch {
  spans: readonly ProbeSpan[];
  /** Times of which nobody knows whose probes count, or in which parcels lay beside none. */
  unclear: readonly TraceWindow[];
  /** Where the parcels lie in boxes: which, and with which probes. */
  boxes?: readonly CertifiedBox[] | undefined;
}

/** A device without a class is a probe if it told a temperature in the last seven days. */
const probeMemoryMs = 7 * 24 * 3_600_000;

export function watchOf(
  { placements, parcels }: VehicleLoad,
  window: TraceWindow,
  kept: RangedJob,
): ProbeWatch {
  const own = kept.temperature_class;
  const outOfBoxes = (stay: Stay) =>
    without(
      within(stay, window),
      stay.boxed.flatMap((period) => within(period, window)),
    );
  const classed = placements.filter(({ temperature_class }) => temperature_class !== null);
  const others = parcels.filter((each) => rangeKey(each) !== rangeKey(kept));
  // Nothing is judged of parcels without a range.
  const barring = own === null ? [] : [...others, ...classed];
  const barred = barring.flatMap(outOfBoxes).filter(isLong);
  const spans = placements.flatMap((placement) => {
    const { temperature_class: its, registered_at, measured_at, device_id } = placement;
    if (its !== null && own !== null && its !== own) return [];
    const inside = outOfBoxes(placement);
    return without(inside, its === null ? barred : []).map((span) => ({
      ...span,
      device_id,
      expectedFrom: registered_at > span.from ? registered_at : span.from,
      measuredAt: measured_at,
      isProbe:
        its !== null ||
        (measured_at !== null && window.from.getTime() - measured_at.getTime() <= probeMemoryMs),
      leaves: span.to < window.to && inside.some(({ to }) => to === span.to),
    }));
  });
  return { spans, unclear: without(barred, spans) };
}

/** Of vehicles one after the other: at `leaves` the parcels went to the next. */
export const joinedWatch = (
  parts: readonly { watch: ProbeWatch; leaves: Date | undefined }[],
): ProbeWatch => ({
  spans: parts.flatMap(({ watch, leaves }) =>
    watch.spans.map((span) => (leaves && span.to >= leaves ? { ...span, leaves: true } : span)),
  ),
  unclear: parts.flatMap(({ watch }) => watch.unclear),
});

/** Jobs of one class with different profiles are two ranges. */
const rangeKey = (kept: RangedJob): string =>
  JSON.stringify([kept.temperature_class, requiredRange(kept)]);

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
  boxes?: readonly CertifiedBox[] | undefined;
}

const toWindow = ({ from, to }: Stored<TraceWindow>) => ({
  from: new Date(from),
  to: new Date(to),
});

export const restoredWatch = ({ spans, unclear, boxes }: StoredWatch): ProbeWatch => ({
  boxes,
  spans: spans.map((span) => ({
    ...{ ...span, ...toWindow(span), expectedFrom: new Date(span.expectedFrom) },
    measuredAt: span.measuredAt === null ? null : new Date(span.measuredAt),
  })),
  unclear: unclear.map(toWindow),
});

type Observed = Pick<TemperatureReading, 'device_id' | 'at'>;

/** The test whether a reading counts. */
export function countingOf({ spans }: ProbeWatch): (reading: Observed) => boolean {
  const byDevice = Map.groupBy(spans, ({ device_id }) => device_id);
  return ({ device_id, at }) =>
    byDevice
      .get(device_id)
      ?.some(({ from, to, leaves }) => at >= from && (leaves ? at < to : at <= to)) ?? false;
}

export type EndOf = (reading: Observed) => Pick<ProbeSpan, 'to' | 'leaves'> | undefined;

/** With which span a probe that counts at a moment ends to count, until it may come back. */
export function endsOf({ spans }: ProbeWatch): EndOf {
  const inOrder = spans.toSorted((a, b) => a.from.getTime() - b.from.getTime());
  const byDevice = Map.groupBy(inOrder, ({ device_id }) => device_id);
  return ({ device_id, at }) => {
    let last: ProbeSpan | undefined;
    for (const span of byDevice.get(device_id) ?? []) {
      if (span.to < at) continue;
      if (last?.leaves && span.from > last.to) break;
      if (!last || span.to > last.to) last = span;
    }
    return last;
  };
}

function within({ from_at, to_at }: Period, window: TraceWindow): TraceWindow[] {
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

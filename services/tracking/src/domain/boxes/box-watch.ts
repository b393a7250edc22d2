/**
 * Which probes the parcels of a job depend on while they lie in boxes: those that were in the same
 * box at the same time, and no neighbour's. Pure.
 */
import type { AssetKind, CertifiedBox } from '@svc/contracts';
import type { ProbeSpan, ProbeWatch } from '../cold-chain/probe-watch.ts';
import type { TraceWindow } from '../cold-chain/reading.ts';

/** Null: open at that end. */
interface Bound {
  asset_id: string;
  from_at: Date;
  to_at: Date | null;
}
export interface ParcelStay extends Bound {
  identifier: string;
  kind: AssetKind;
  /** Null for all parcels of the job. */
  parcels: readonly string[] | null;
  job_parcels: number;
}
export interface BoxedProbe extends Bound {
  device_id: string;
}
export interface JobBoxes {
  stays: readonly ParcelStay[];
  probes: readonly BoxedProbe[];
}

type Held<T> = T & { window: TraceWindow };

export function watchOfBoxes({ stays, probes }: JobBoxes, window: TraceWindow): ProbeWatch {
  const held = stays.flatMap((stay) => within(stay, window));
  const measured = held.map((stay) => ({
    stay,
    probes: probes
      .filter(({ asset_id }) => asset_id === stay.asset_id)
      .flatMap((probe) => within(probe, stay.window)),
  }));
  const spans = measured.flatMap(({ probes: own }) => own.map((probe) => spanOf(probe, window)));
  return {
    spans,
    unclear: uncovered(measured, window),
    boxes: measured.map(({ stay, probes: own }) => certifiedBoxOf(stay, own)),
  };
}

function spanOf({ device_id, window: held }: Held<BoxedProbe>, trace: TraceWindow): ProbeSpan {
  const known = { expectedFrom: held.from, measuredAt: null, isProbe: true };
  return { device_id, ...held, ...known, leaves: held.to < trace.to };
}

interface Measured {
  stay: Held<ParcelStay>;
  probes: readonly Held<BoxedProbe>[];
}

/** Times in which a parcel was in no box, or in one without a probe. */
function uncovered(measured: readonly Measured[], window: TraceWindow): TraceWindow[] {
  const edges = measured.flatMap(({ stay, probes }) =>
    [stay, ...probes].flatMap((each) => [each.window.from.getTime(), each.window.to.getTime()]),
  );
  const cuts = [...new Set([window.from.getTime(), ...edges, window.to.getTime()])].toSorted(
    (a, b) => a - b,
  );
  return cuts.slice(1).flatMap((toMs, n) => {
    const fromMs = cuts[n] ?? toMs;
    const holds = (each: { window: TraceWindow }) =>
      each.window.from.getTime() <= fromMs && each.window.to.getTime() >= toMs;
    const present = measured.filter(({ stay }) => holds(stay));
    const isCovered =
      isWhole(present.map(({ stay }) => stay)) && present.every(({ probes }) => probes.some(holds));
    return isCovered ? [] : [{ from: new Date(fromMs), to: new Date(toMs) }];
  });
}

/** Whether every parcel of the job is in one of these. */
function isWhole(stays: readonly ParcelStay[]): boolean {
  const [first] = stays;
  if (!first) return false;
  if (stays.some(({ parcels }) => parcels === null)) return true;
  return new Set(stays.flatMap(({ parcels }) => parcels ?? [])).size >= first.job_parcels;
}

const certifiedBoxOf = (stay: Held<ParcelStay>, probes: readonly Held<BoxedProbe>[]) =>
  ({
    asset_id: stay.asset_id,
    identifier: stay.identifier,
    kind: stay.kind,
    parcels: stay.parcels?.length ?? stay.job_parcels,
    ...timesOf(stay),
    probes: probes.map((probe) => ({ device_id: probe.device_id, ...timesOf(probe) })),
  }) satisfies CertifiedBox;

const timesOf = ({ window: { from, to } }: { window: TraceWindow }) => ({
  from: from.toISOString(),
  to: to.toISOString(),
});

function within<T extends Omit<Bound, 'asset_id'>>(bound: T, window: TraceWindow): Held<T>[] {
  const from = bound.from_at > window.from ? bound.from_at : window.from;
  const to = bound.to_at && bound.to_at < window.to ? bound.to_at : window.to;
  return from < to ? [{ ...bound, window: { from, to } }] : [];
}

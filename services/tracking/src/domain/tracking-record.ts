/** Tracking records: what each audience sees of a job on its way. */
import {
  type DeskTracking,
  type jobs,
  type OutputOf,
  type Party,
  requiredRange,
  type tracking,
} from '@svc/contracts';
import type { LatestReadingRecord } from './cold-chain/latest-reading.ts';
import { exceptionOf, returnedAt } from './exception.ts';
import { latenessOf } from './lateness.ts';
import {
  estimateOf,
  isMoving,
  isOver,
  type JobProgress,
  predictArrival,
  type Sighting,
} from './prediction.ts';
import type { TrackedJobRecord } from './tracked-job.ts';

/** The job as jobs tells it at this moment. */
export type JobView = OutputOf<typeof jobs.actions.track>;
type TrackingRecord = OutputOf<typeof tracking.actions.track>;
type PublicRecord = Omit<OutputOf<typeof tracking.actions.trackByToken>, 'temperature'>;

/** Tracking's supplement to the record. */
export interface TrackSupplement {
  tracked: TrackedJobRecord | undefined;
  /** Where the assigned vehicle is, whatever it does there. */
  sighting: Sighting | null;
  photoUrl: string | null;
  /** While the parcels are in the vehicle. */
  latest?: LatestReadingRecord | undefined;
}
export interface RecordContext {
  now: Date;
  speedKmh: number;
  carrier: Party;
}

const minuteMs = 60_000;

/** Tracking record for clients with the tracking scope: no names but the driver's first. */
export function recordOf(
  view: JobView,
  own: TrackSupplement,
  moment: RecordContext,
): TrackingRecord {
  const { assignment } = view;
  const returned_at = returnedAt(view);
  return {
    ref: view.ref,
    status: view.status,
    tracking_url: view.tracking_url,
    ...etaOf(view, own, moment),
    sla_due: view.sla_due,
    ...latenessOf(
      {
        status: view.status,
        sla_due: new Date(view.sla_due),
        delivered_at: view.delivered_at === null ? null : new Date(view.delivered_at),
        returned_at: returned_at === null ? null : new Date(returned_at),
      },
      predictionOf(view, own, moment),
      moment.now,
    ),
    out_of_range: outOfRangeOf(view, own),
    exception: exceptionOf(view),
    returned_at,
    carrier: moment.carrier,
    driver: assignment && {
      first_name: assignment.driver_first_name,
      photo_url: isEnded(view, own) ? null : own.photoUrl,
    },
    vehicle: assignment && {
      registration: assignment.registration,
      last_position: shownSighting(view, own)?.position ?? null,
    },
    events: view.events,
  };
}

/** For the control desk: with the time of the last position, and temperatures that are in range. */
export function deskTrackingOf(
  view: JobView,
  own: TrackSupplement,
  moment: RecordContext,
): DeskTracking {
  const record = recordOf(view, own, moment);
  const { eta_minutes, eta_basis, position_at, sla_status, minutes_late } = record;
  const { out_of_range, exception } = record;
  const sighting = shownSighting(view, own);
  const { latest } = own;
  return {
    ...{ eta_minutes, eta_basis, position_at, sla_status, minutes_late },
    out_of_range,
    exception,
    last_position: sighting && { ...sighting.position, at: sighting.at.toISOString() },
    temperature:
      latest && !isEnded(view, own)
        ? {
            device_id: latest.device_id,
            temperature_c: latest.temperature_c,
            at: latest.at.toISOString(),
            out_of_range_since: latest.out_of_range_since?.toISOString() ?? null,
          }
        : null,
  };
}

/** Tracking record for the public link, with the places and the sender's name. */
export function publicRecordOf(
  view: JobView,
  own: TrackSupplement,
  moment: RecordContext,
): PublicRecord {
  const range = requiredRange(view);
  return {
    ...recordOf(view, own, moment),
    tenant_id: view.tenant_id,
    job_id: view.id,
    sender_name: view.sender_name,
    created_at: view.created_at,
    service: view.service,
    range_c: range && [range.min, range.max],
    pickup: { name: view.pickup.name, position: view.pickup.position },
    dropoff: { name: view.dropoff.name, position: view.dropoff.position },
    delivered_at: view.delivered_at,
    requirements: view.requirements,
    version: versionOf(view, own),
  };
}

/** A position counts for so long as where the vehicle is. */
const freshMs = 5 * minuteMs;

type Eta = Pick<TrackingRecord, 'eta_minutes' | 'eta_basis' | 'position_at'>;

/**
 * Minutes, begun ones counted: to the predicted arrival when moving, to the due time before that or
 * when halted, though never less than the drive; none once the job is over. It counts down only while
 * the vehicle is seen: without a fresh position it is the last estimate as it was made.
 */
export function etaOf(view: JobView, own: TrackSupplement, { now, speedKmh }: RecordContext): Eta {
  const position_at = shownSighting(view, own)?.at.toISOString() ?? null;
  const isEstimate = { eta_basis: 'schedule', position_at } as const;
  if (isEnded(view, own)) return { eta_minutes: 0, ...isEstimate };
  const { wayMs, arrival } = estimateOf(...predictionInputs(view, own, { now, speedKmh }));
  if (!arrival) {
    const leftMs = Date.parse(view.sla_due) - now.getTime();
    return { eta_minutes: begunMinutes(Math.max(leftMs, wayMs)), ...isEstimate };
  }
  const isSeen = own.sighting !== null && now.getTime() - own.sighting.at.getTime() <= freshMs;
  const leftMs = arrival.arrives_at.getTime() - (isSeen ? now : arrival.at).getTime();
  return {
    eta_minutes: begunMinutes(leftMs),
    ...(isSeen ? { eta_basis: 'position', position_at } : isEstimate),
  };
}

const begunMinutes = (ms: number): number => Math.max(0, Math.ceil(ms / minuteMs));

const predictionOf = (view: JobView, own: TrackSupplement, moment: RecordContext) =>
  predictArrival(...predictionInputs(view, own, moment));

const predictionInputs = (
  view: JobView,
  own: TrackSupplement,
  { now, speedKmh }: Pick<RecordContext, 'now' | 'speedKmh'>,
) =>
  [
    courseOf(view, own.tracked, now),
    { sighting: own.sighting, speedKmh: own.tracked?.average_speed_kmh ?? speedKmh },
  ] as const;

/** An alarm is for all who may track the job; other temperatures have a scope of their own. */
function outOfRangeOf(view: JobView, own: TrackSupplement): TrackingRecord['out_of_range'] {
  const { latest } = own;
  if (!latest?.out_of_range_since || isEnded(view, own)) return null;
  const { temperature_c, at, out_of_range_since } = latest;
  return { temperature_c, at: at.toISOString(), since: out_of_range_since.toISOString() };
}

/** The job as it is now over its events: the latest may still be in transit. */
function courseOf(view: JobView, tracked: TrackedJobRecord | undefined, now: Date): JobProgress {
  const startedBy = isMoving(view.status) ? now : null;
  return {
    status: view.status,
    pickup: view.pickup.position,
    dropoff: view.dropoff.position,
    sla_due: new Date(view.sla_due),
    collected_at: tracked?.collected_at ?? startedBy,
    moving_since: tracked?.moving_since ?? startedBy,
    rests_since: tracked?.rests_since ?? null,
    ...courierEtaOf(view),
  };
}

/** Jobs knows the courier's latest estimate, also one that was not emitted as an event. */
function courierEtaOf({ announced_eta }: JobView) {
  if (!announced_eta) return { courier_eta_at: null, courier_eta: null };
  const courier_eta_at = new Date(announced_eta.at);
  return {
    courier_eta_at,
    courier_eta: new Date(courier_eta_at.getTime() + announced_eta.minutes * minuteMs),
  };
}

const isEnded = (view: JobView, { tracked }: TrackSupplement): boolean =>
  isOver(view.status) || returnedAt(view) !== null || (tracked?.ended_at ?? null) !== null;

/**
 * After the end the vehicle's further ways are nobody's business: it stays where the job ended. So
 * does one that is known from the job alone, like those of the sandbox.
 */
function shownSighting(view: JobView, own: TrackSupplement): Sighting | null {
  const { tracked } = own;
  if (own.sighting && !isEnded(view, own)) return own.sighting;
  if (!tracked?.last_position || !tracked.last_seen_at) return null;
  return { position: tracked.last_position, at: tracked.last_seen_at };
}

/** Sorts as text: by the job's latest event and its timeline (not every entry has an event), then the latest sighting, then the courier's word. */
function versionOf(view: JobView, own: TrackSupplement): string {
  const seenMs = shownSighting(view, own)?.at.getTime() ?? 0;
  const courierEtaMs = courierEtaOf(view).courier_eta_at?.getTime() ?? 0;
  const parts = [view.last_sequence + view.events.length, seenMs, courierEtaMs].map((part) =>
    part.toString(36),
  );
  return parts.map((part) => part.padStart(9, '0')).join('-');
}

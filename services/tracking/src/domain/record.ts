import type { jobs, OutputOf, tracking } from '@svc/contracts';
import type { FollowedJob } from './followed-job.ts';
import { type Course, isMoving, isOver, predict, type Sighting } from './prediction.ts';

/** The job as jobs tells it at this moment. */
export type JobView = OutputOf<typeof jobs.actions.track>;
type TrackingRecord = OutputOf<typeof tracking.actions.track>;
type PublicRecord = Omit<OutputOf<typeof tracking.actions.trackByToken>, 'temperature'>;

/** What tracking adds to it. */
export interface Own {
  followed: FollowedJob | undefined;
  /** Where the assigned vehicle is, whatever it does there. */
  sighting: Sighting | null;
  photoUrl: string | null;
}
export interface Moment {
  now: Date;
  speedKmh: number;
}

const minuteMs = 60_000;

/** What whoever may track a job sees: no names but the driver's first. */
export function recordOf(view: JobView, own: Own, moment: Moment): TrackingRecord {
  const { assignment } = view;
  return {
    ref: view.ref,
    status: view.status,
    tracking_url: view.tracking_url,
    eta_minutes: etaMinutes(view, own, moment),
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

/** The same for whoever has the link: the places instead of the reference. */
export function publicRecordOf(view: JobView, own: Own, moment: Moment): PublicRecord {
  const { ref: _, ...record } = recordOf(view, own, moment);
  return {
    ...record,
    service: view.service,
    pickup: { name: view.pickup.name, position: view.pickup.position },
    dropoff: { name: view.dropoff.name, position: view.dropoff.position },
    sla_due: view.sla_due,
    delivered_at: view.delivered_at,
    version: versionOf(view, own),
  };
}

/**
 * Minutes, begun ones counted: to the predicted arrival when moving, to the due time before that or
 * when halted, none once the job is over.
 */
export function etaMinutes(view: JobView, own: Own, moment: Moment): number {
  if (isOver(view.status)) return 0;
  const { now } = moment;
  const course = courseOf(view, own.followed, now);
  const speedKmh = own.followed?.pace_kmh ?? moment.speedKmh;
  const { arrives_at } = predict(course, { sighting: own.sighting, speedKmh });
  const goal = arrives_at ?? course.sla_due;
  return Math.max(0, Math.ceil((goal.getTime() - now.getTime()) / minuteMs));
}

/** What the job says now over what its events told: the latest may still be on their way. */
function courseOf(view: JobView, followed: FollowedJob | undefined, now: Date): Course {
  const startedBy = isMoving(view.status) ? now : null;
  return {
    status: view.status,
    pickup: view.pickup.position,
    dropoff: view.dropoff.position,
    sla_due: new Date(view.sla_due),
    collected_at: followed?.collected_at ?? startedBy,
    moving_since: followed?.moving_since ?? startedBy,
    ...wordOf(view),
  };
}

/** Jobs knows the courier's latest word, also one that was not told as an event. */
function wordOf({ said_eta }: JobView) {
  if (!said_eta) return { said_at: null, said_arrival: null };
  const said_at = new Date(said_eta.at);
  return { said_at, said_arrival: new Date(said_at.getTime() + said_eta.minutes * minuteMs) };
}

const isEnded = ({ status }: JobView, { followed }: Own): boolean =>
  isOver(status) || (followed?.ended_at ?? null) !== null;

/**
 * After the end the vehicle's further ways are nobody's business: it stays where the job ended. So
 * does one that is known from the job alone, like those of the sandbox.
 */
function shownSighting(view: JobView, own: Own): Sighting | null {
  const { followed } = own;
  if (own.sighting && !isEnded(view, own)) return own.sighting;
  if (!followed?.last_position || !followed.last_seen_at) return null;
  return { position: followed.last_position, at: followed.last_seen_at };
}

/** Sorts as text: by the job's latest event, then the latest sighting, then the courier's word. */
function versionOf(view: JobView, own: Own): string {
  const seenMs = shownSighting(view, own)?.at.getTime() ?? 0;
  const saidMs = wordOf(view).said_at?.getTime() ?? 0;
  const parts = [view.last_sequence, seenMs, saidMs].map((part) => part.toString(36));
  return parts.map((part) => part.padStart(9, '0')).join('-');
}

/** Routes: on which days they run, and when the job of each stop is to be booked. */
import {
  type RouteRequest,
  type Route as RouteResource,
  type stopOutcome,
  type Weekday,
  weekdays,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { z } from 'zod';

export interface RouteRecord {
  tenant_id: string;
  id: string;
  status: RouteResource['status'];
  plan: RouteRequest;
  /** Time of creation or last resumption; windows that ended before it get no stops. */
  active_since: Date;
  /** Windows that begin up to here have their stops. */
  planned_until: Date;
  /** When the next stops are to be made; null if no run is left. */
  plan_at: Date | null;
  created_at: Date;
}

export interface RouteStop {
  tenant_id: string;
  route_id: string;
  /** `2027-01-04`, by the route's time zone. */
  run_on: string;
  /** From 1. */
  stop: number;
  site_id: string;
  window: string;
  starts_at: Date;
  ends_at: Date;
  status: 'due' | 'booked' | 'collected' | 'not_collected' | 'missed' | 'skipped';
  reason: string | null;
  job_id: string | null;
  ref: string | null;
  next_attempt_at: Date;
}

/** Port for time zones and public holidays. */
export interface Calendar {
  isHoliday(date: string): boolean;
  dateAt(at: Date, timeZone: string): string;
  windowOn(date: string, window: string, timeZone: string): { starts_at: Date; ends_at: Date };
}

const dayMs = 24 * 60 * 60_000;
/** Stops are booked this long before their window begins. */
const aheadMs = dayMs;
/** A run further away than this does not exist; leap years and holidays included. */
const searchDaysMax = 400;
/** Bound of the days that one planning covers; the next one continues after them. */
const planDaysMax = 31;

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

const weekdayOf = (date: string): Weekday => {
  const day = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  return weekdays[day] ?? 'mon';
};

/** Runs on the days of the plan between its first and last, except holidays if it skips them. */
export function runsOn(plan: RouteRequest, date: string, calendar: Calendar): boolean {
  const { starts_on, ends_on, days, skip_public_holidays } = plan;
  if (date < starts_on || (ends_on !== null && date > ends_on)) return false;
  if (!days.includes(weekdayOf(date))) return false;
  return !(skip_public_holidays && calendar.isHoliday(date));
}

interface StopPlan {
  stops: Pick<RouteStop, 'run_on' | 'stop' | 'site_id' | 'window' | 'starts_at' | 'ends_at'>[];
  planned_until: Date;
  plan_at: Date | null;
}

/** The stops whose windows begin until 24 hours from now, and when to look again. */
export function planStops(route: RouteRecord, now: Date, calendar: Calendar): StopPlan {
  const { plan, planned_until, active_since } = route;
  const horizon = new Date(now.getTime() + aheadMs);
  const first = addDays(calendar.dateAt(planned_until, plan.timezone), -1);
  const last = calendar.dateAt(horizon, plan.timezone);
  const limit = addDays(first, planDaysMax);
  const isCut = limit < last;
  const stops = datesBetween(first, isCut ? limit : last)
    .filter((date) => runsOn(plan, date, calendar))
    .flatMap((date) => stopsOn(plan, date, calendar))
    .filter(({ starts_at, ends_at }) => ends_at > active_since && starts_at <= horizon);
  if (isCut) return { stops, planned_until: new Date(`${limit}T00:00:00Z`), plan_at: now };
  const next = nextStop(plan, horizon, calendar);
  const plan_at = next ? new Date(next.starts_at.getTime() - aheadMs) : null;
  return { stops, planned_until: horizon, plan_at };
}

const stopsOn = (plan: RouteRequest, run_on: string, calendar: Calendar) =>
  plan.stops.map(({ site_id, window }, index) => ({
    run_on,
    stop: index + 1,
    site_id,
    window,
    ...calendar.windowOn(run_on, window, plan.timezone),
  }));

/** The first stop whose window begins after a moment. */
function nextStop(plan: RouteRequest, after: Date, calendar: Calendar) {
  for (const date of datesOfRuns(plan, calendar.dateAt(after, plan.timezone), calendar)) {
    const [next] = stopsOn(plan, date, calendar)
      .filter(({ starts_at }) => starts_at > after)
      .toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime());
    if (next) return next;
  }
  return undefined;
}

/** The day of the next run that is not over; null for a route that does not run. */
export function nextRunOn(
  { status, plan }: Pick<RouteRecord, 'status' | 'plan'>,
  now: Date,
  calendar: Calendar,
): string | null {
  if (status !== 'active') return null;
  for (const date of datesOfRuns(plan, calendar.dateAt(now, plan.timezone), calendar)) {
    if (stopsOn(plan, date, calendar).some(({ ends_at }) => ends_at > now)) return date;
  }
  return null;
}

function* datesOfRuns(plan: RouteRequest, today: string, calendar: Calendar): Iterable<string> {
  const first = today < plan.starts_on ? plan.starts_on : today;
  for (const date of datesBetween(first, addDays(first, searchDaysMax))) {
    if (runsOn(plan, date, calendar)) yield date;
  }
}

function datesBetween(first: string, last: string): string[] {
  const days = Math.round((Date.parse(last) - Date.parse(first)) / dayMs);
  return Array.from({ length: Math.max(0, days + 1) }, (_, day) => addDays(first, day));
}

/** Not collected yet, and still expected. */
export const isPending = ({ status }: RouteStop): boolean =>
  status === 'due' || status === 'booked';

/** The job of a stop is booked under this identity, once. */
export const stopIdentity = ({ route_id, run_on, stop }: StopKey): string =>
  `route:${route_id}:${run_on}:${stop}`;
export type StopKey = Pick<RouteStop, 'route_id' | 'run_on' | 'stop'>;

export function parseStopIdentity(identity: string | null): StopKey | undefined {
  const [kind, route_id, run_on, stop] = identity?.split(':') ?? [];
  if (kind !== 'route' || !route_id || !run_on) return undefined;
  return { route_id, run_on, stop: Number(stop) };
}

/** An ended route stays ended; any other may be paused, resumed or ended. */
export function changeStatus(
  route: RouteRecord,
  status: RouteRecord['status'],
  now: Date,
): RouteRecord {
  if (route.status === status) return route;
  if (route.status === 'ended') {
    throw new Refusal('invalid_transition', `The route has ended; it cannot be ${status}.`);
  }
  if (status !== 'active') return { ...route, status, plan_at: null };
  return { ...route, status, active_since: now, planned_until: now, plan_at: now };
}

export function existingRoute(route: RouteRecord | undefined): RouteRecord {
  if (!route) throw new Refusal('route_not_found', 'No route with this id.');
  return route;
}

export const toMissedPickup = (stop: RouteStop, reason: string): z.infer<typeof stopOutcome> => ({
  route_id: stop.route_id,
  run_on: stop.run_on,
  stop: stop.stop,
  site_id: stop.site_id,
  window: stop.window,
  reason,
});

export const toRouteResource = (
  route: RouteRecord,
  now: Date,
  calendar: Calendar,
): RouteResource => ({
  object: 'route',
  id: route.id,
  status: route.status,
  next_run_on: nextRunOn(route, now, calendar),
  ...{ temperature_profile: null, dry_ice_kg: null },
  ...route.plan,
  created_at: route.created_at.toISOString(),
});

/** Alarms of the control desk that events raise, and that of a job without a driver. */
import {
  bookingInternals,
  type Envelope,
  type JobProfile,
  type OpsEvent,
  type OpsEventType,
  opsEventData,
  requiredRange,
  type Status,
  statusChanges,
  type TemperatureClass,
} from '@svc/contracts';
import type { z } from 'zod';

type AlarmSeverity = OpsEvent['severity'];
type AlarmData = OpsEvent['data'];
export interface Alarm extends Pick<OpsEvent, 'type' | 'severity' | 'job_id' | 'data'> {
  /** Deduplication key: the alarm's id is derived from it. */
  source: string;
  created_at: Date;
}
export type RaisingEvent = Pick<
  Envelope,
  'id' | 'type' | 'job_id' | 'created_at' | 'data' | 'internals'
>;

/** Events that raise an alarm of their own type, with its severity. */
const severities = new Map<string, [OpsEventType, (data: AlarmData) => AlarmSeverity]>([
  ['sla.at_risk', ['sla.at_risk', () => 'warning']],
  ['sla.breached', ['sla.breached', () => 'critical']],
  ['temperature.excursion', ['temperature.excursion', () => 'critical']],
  ['seal.broken', ['seal.broken', () => 'critical']],
  ['incident.reported', ['incident.reported', ({ severity }) => severityOfIncident(severity)]],
  ['pickup.failed', ['pickup.failed', () => 'warning']],
  ['delivery.failed', ['delivery.failed', () => 'warning']],
  ['compliance.expiring', ['compliance.expiring', () => 'info']],
  ['file.refused', ['file.refused', () => 'warning']],
  ['event.quarantined', ['event.quarantined', () => 'warning']],
]);

const severityOfIncident = (severity: unknown): AlarmSeverity =>
  severity === 'high' || severity === 'critical' ? 'critical' : 'warning';

/** The alarm that an event raises, if any. The same event gives the same alarm. */
export function alarmOf(event: RaisingEvent): Alarm | undefined {
  if (event.type === 'job.created') return isBooking(event) ? bookedAlarm(event) : undefined;
  if (event.type === 'pickup.completed') return collectedAlarm(event);
  const [type, severityOf] = severities.get(event.type) ?? [];
  if (type === undefined || severityOf === undefined) return undefined;
  const data = dataOf(type, event.data);
  return { ...common(event), type, severity: severityOf(data), data };
}

/** A booking that needs the desk's attention immediately: of priority `stat` or `critical`. */
function bookedAlarm(event: RaisingEvent): Alarm | undefined {
  const { priority } = bookedJob(event);
  if (priority !== 'stat' && priority !== 'critical') return undefined;
  const data = dataOf('job.booked', { ...event.data, priority });
  return { ...common(event), type: 'job.booked', severity: 'info', data };
}

/** Collected in a box whose temperature, as typed, is outside the range of the job. */
function collectedAlarm(event: RaisingEvent): Alarm | undefined {
  const { box_temperature_c } = event.data;
  const { temperature_class = null, temperature_profile } = bookedJob(event);
  const range = requiredRange({ temperature_class, temperature_profile });
  if (!range || typeof box_temperature_c !== 'number') return undefined;
  const { min, max } = range;
  if (box_temperature_c >= min && box_temperature_c <= max) return undefined;
  const type = 'pickup.out_of_range';
  const data = dataOf(type, { ...event.data, min_allowed_c: min, max_allowed_c: max });
  return { ...common(event), type, severity: 'critical', data };
}

/**
 * Whether the job waits for a driver: a return is created `collected`, in the hands of its driver.
 */
function isBooking(event: RaisingEvent): boolean {
  const { status = 'booked' } = bookedJob(event);
  return event.type === 'job.created' && status === 'booked';
}

const common = ({ id, job_id, created_at, data }: RaisingEvent) => ({
  source: id,
  // An event about another event belongs to that one's job.
  job_id: typeof data.event_job_id === 'string' ? data.event_job_id : job_id,
  created_at: new Date(created_at),
});

/** An endpoint without deliveries, because its receiver is gone or fails. */
export interface DisabledEndpoint {
  webhook_id: string;
  url: string;
  reason: 'gone' | 'failing';
  /** First failure since the last success. */
  failing_since: Date | null;
  disabled_at: Date;
}

/** One for each time that it is disabled. */
export const disabledAlarm = ({
  url,
  failing_since,
  disabled_at,
  ...rest
}: DisabledEndpoint): Alarm => ({
  source: ['webhook.disabled', rest.webhook_id, disabled_at.toISOString()].join(' '),
  type: 'webhook.disabled',
  severity: 'warning',
  job_id: '',
  data: dataOf('webhook.disabled', {
    ...rest,
    host: new URL(url).host,
    failing_since: failing_since?.toISOString() ?? null,
  }),
  created_at: disabled_at,
});

/** When a job that still has no driver becomes an alarm, and which one. */
export interface UnassignedJob {
  job_id: string;
  severity: AlarmSeverity;
  data: AlarmData;
  due_at: Date;
  /** When its driver was taken off it; null for a job that never had one. */
  unassigned_at: Date | null;
}

const statDelayS = 120;

/**
 * The time without driver that an event begins: with the booking, and again each time that the job
 * returns to `booked`. Due after so many seconds, `stat` after 120 at most. A job that is planned
 * for later is due as long before it starts: until then it is the desk's own choice when to assign
 * it.
 */
export function unassignedJob(event: RaisingEvent, delayS: number): UnassignedJob | undefined {
  const isBooked = isBooking(event);
  if (!isBooked && !losesDriver(event)) return undefined;
  const { priority, starts_at, booked_at, sla_due } = bookedJob(event);
  const beginMs = Date.parse(event.created_at);
  const delayMs = 1_000 * (priority === 'stat' ? Math.min(delayS, statDelayS) : delayS);
  const startMs = starts_at === undefined ? beginMs : Date.parse(starts_at);
  const times = isBooked
    ? { booked_at: event.created_at }
    : { booked_at, sla_due, unassigned_at: event.created_at };
  return {
    job_id: event.job_id,
    severity: priority === 'stat' ? 'critical' : 'warning',
    data: dataOf('job.unassigned', { ...event.data, priority, ...times }),
    due_at: new Date(Math.max(beginMs + delayMs, startMs - delayMs)),
    unassigned_at: isBooked ? null : new Date(event.created_at),
  };
}

/** An assignment was undone, and no earlier one took its place. */
function losesDriver({ type, data }: RaisingEvent): boolean {
  if (type !== 'job.updated') return false;
  const { changed = [] } = statusChanges.safeParse(data).data ?? {};
  return changed.some(({ field, to }) => field === 'status' && to === 'booked');
}

/** One for each time without driver, however often its event is read. */
export const unassignedAlarm = ({ due_at, unassigned_at, ...job }: UnassignedJob): Alarm => ({
  source: ['unassigned', job.job_id, ...(unassigned_at ? [unassigned_at.toISOString()] : [])].join(
    ' ',
  ),
  type: 'job.unassigned',
  ...job,
  created_at: due_at,
});

interface BookedJob {
  status?: Status | undefined;
  priority?: string;
  temperature_class?: TemperatureClass | null | undefined;
  temperature_profile?: JobProfile | undefined;
  starts_at?: string;
  booked_at?: string | undefined;
  sla_due?: string | undefined;
}

/** Empty if the event does not carry them. */
function bookedJob({ internals }: RaisingEvent): BookedJob {
  const { data } = bookingInternals.safeParse(internals);
  if (!data) return {};
  const { status, priced, starts_at, created_at: booked_at, sla_due } = data.job;
  const { temperature_profile } = data.job;
  return {
    status,
    ...priced,
    temperature_profile,
    ...(starts_at !== undefined && { starts_at }),
    booked_at,
    sla_due,
  };
}

/** The alarm's own members of the event; null for one that does not fit. */
function dataOf(type: OpsEventType, event: Readonly<Record<string, unknown>>): AlarmData {
  const { shape } = opsEventData[type];
  return Object.fromEntries(
    Object.entries<z.ZodType<string | number | null>>(shape).map(([name, schema]) => [
      name,
      schema.safeParse(event[name]).data ?? null,
    ]),
  );
}

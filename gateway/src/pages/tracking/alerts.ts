/** Alerts: out of range, late, interrupted. In words; colour is an addition. */
import { formatCelsius } from '@svc/paperwork/temperature/celsius';
import { type Html, html } from '@svc/web/html';
import { formatTime } from '@svc/web/times';
import type { TrackingSnapshot } from './snapshot.ts';

export interface Alert {
  title: string;
  detail: Html;
}

/** The gravest first. */
export function alertsOf(tracked: TrackingSnapshot, now: Date): Alert[] {
  return [
    temperatureAlert(tracked, now),
    interruption(tracked, now),
    lateness(tracked, now),
  ].filter((alert) => alert !== undefined);
}

export const alertList = (alerts: readonly Alert[]): Html | undefined =>
  alerts.length === 0
    ? undefined
    : html`<div class="alerts">
${alerts.map(({ title, detail }) => html`<p><strong>${title}.</strong> ${detail}</p>`)}
</div>`;

function temperatureAlert(
  { out_of_range, range_c, events }: TrackingSnapshot,
  now: Date,
): Alert | undefined {
  if (out_of_range) {
    const { temperature_c, at, since } = out_of_range;
    const celsius = formatCelsius(temperature_c, range_c);
    const kept = range_c && html`, to be kept between ${range_c[0]} and ${range_c[1]} °C`;
    return {
      title: `Out of range now: ${celsius} °C`,
      detail: html`Since ${formatTime(new Date(since), now)} (${durationText(minutesSince(since, now))}), read at
${formatTime(new Date(at), now)}${kept ?? undefined}.`,
    };
  }
  const excursion = events.findLast(({ type }) => type === 'temperature_excursion');
  return (
    excursion && {
      title: 'The temperature was out of range',
      detail: html`${excursion.note}, noted at ${formatTime(new Date(excursion.at), now)}.`,
    }
  );
}

function interruption({ exception, returned_at }: TrackingSnapshot, now: Date): Alert | undefined {
  if (!exception || returned_at !== null) return undefined;
  return {
    title: 'Interrupted',
    detail: html`${exception.reason_detail} (${formatTime(new Date(exception.at), now)})`,
  };
}

function lateness(tracked: TrackingSnapshot, now: Date): Alert | undefined {
  const due = formatTime(new Date(tracked.sla_due), now);
  switch (tracked.sla_status) {
    case 'overdue':
      return {
        title: `Late by ${durationText(tracked.minutes_late)}`,
        detail: html`It was due at ${due}.${isMoving(tracked) ? undefined : ' There is no time of arrival yet.'}`,
      };
    case 'at_risk':
      return { title: 'May be late', detail: html`It is due at ${due}. ${risk(tracked, now)}` };
    default:
      return undefined;
  }
}

function risk(tracked: TrackingSnapshot, now: Date): string {
  if (!isMoving(tracked)) return 'The time that is left is shorter than the way.';
  const arrivalMs = now.getTime() + tracked.eta_minutes * minuteMs;
  const minutes = Math.ceil((arrivalMs - Date.parse(tracked.sla_due)) / minuteMs);
  return minutes > 0 ? `It is expected ${durationText(minutes)} later.` : 'It will be close.';
}

export const isMoving = ({ status }: Pick<TrackingSnapshot, 'status'>): boolean =>
  status === 'collected' || status === 'in_transit';

const minuteMs = 60_000;
const minutesSince = (at: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / minuteMs));

/** `31 min`, `2 h 5 min`, `3 days`. */
export function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

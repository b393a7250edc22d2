/** When the parcels arrive, or what happened to them: a time in large, and a sentence. */
import { type Html, html } from '@svc/web/html';
import { formatTime } from '@svc/web/times';
import { durationText } from './alerts.ts';
import type { TrackingSnapshot } from './snapshot.ts';

const large = (time: Html | string, beside: Html | string): Html =>
  html`<p class="eta"><strong>${time}</strong> ${beside}</p>`;
const sentence = (text: Html): Html => html`<p class="lead">${text}</p>`;

export function arrival(tracked: TrackingSnapshot, now: Date): Html {
  const due = formatTime(new Date(tracked.sla_due), now);
  if (tracked.returned_at !== null) {
    const back = formatTime(new Date(tracked.returned_at), now);
    return sentence(
      html`The parcels could not be handed over. They are back at ${tracked.pickup.name} since ${back}.`,
    );
  }
  switch (tracked.status) {
    case 'delivered':
      return handedOver(tracked, now);
    case 'cancelled':
      return sentence(html`This delivery will not take place.`);
    case 'exception':
      return sentence(
        html`${tracked.exception?.next_step_detail ?? 'Something came in the way; the carrier is looking after it.'} Due at ${due}.`,
      );
    case 'collected':
    case 'in_transit':
      return tracked.eta_basis === 'schedule'
        ? sentence(html`${unseenText(tracked, now)} Due at ${due}.`)
        : html`${expected(tracked, now)}
${sentence(html`Expected at ${tracked.dropoff.name}, due at ${due}.`)}`;
    default:
      return sentence(
        html`${tracked.sla_status === 'overdue' ? 'Was due' : 'Due'} at ${tracked.dropoff.name} by ${due}.`,
      );
  }
}

function handedOver({ delivered_at, sla_status, minutes_late }: TrackingSnapshot, now: Date): Html {
  if (delivered_at === null) return sentence(html`Handed over.`);
  const late = sla_status === 'missed' ? `, ${durationText(minutes_late)} late` : '';
  return large(formatTime(new Date(delivered_at), now), `handed over${late}`);
}

/** An estimate without a fresh position is not counted down to a time of the day. */
function unseenText({ eta_minutes, position_at }: TrackingSnapshot, now: Date): Html {
  const since =
    position_at === null ? 'yet' : html`since ${formatTime(new Date(position_at), now)}`;
  const estimate = eta_minutes > 0 && ` The last estimate was ${durationText(eta_minutes)}.`;
  return html`No position ${since}.${estimate || undefined}`;
}

function expected({ eta_minutes: minutes }: TrackingSnapshot, now: Date): Html {
  if (minutes === 0) return large('Any minute', '');
  const about = minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} hours`;
  return large(formatTime(new Date(now.getTime() + minutes * 60_000), now), `in ${about}`);
}

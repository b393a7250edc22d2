/** The page behind a tracking link. */
import { routeKm, type TemperatureChart } from '@svc/contracts';
import { formatCelsius } from '@svc/paperwork/temperature/celsius';
import { temperatureFigure } from '@svc/paperwork/temperature/figure';
import { type Html, html } from '@svc/web/html';
import { formatDateTime, formatTime } from '@svc/web/times';
import { contactLinks } from '../contact.ts';
import { type HtmlPage, readScript } from '../page.ts';
import { alertList, alertsOf, durationText, isMoving } from './alerts.ts';
import { headlineOf, timelineLabelOf } from './labels.ts';
import { legendSymbols, mapSvg } from './map-svg.ts';
import { progressStepsOf } from './progress-steps.ts';
import type { TrackingSnapshot } from './snapshot.ts';

const script = readScript(new URL('./script.js', import.meta.url));

const isOver = ({ status, returned_at }: TrackingSnapshot): boolean =>
  status === 'delivered' || status === 'cancelled' || returned_at !== null;

/** How long after the hand-over an open page waits for the certificate. */
const certificateWaitMs = 15 * 60_000;

/** Nothing more is to come: over, and a delivery has its certificate. */
export function isComplete(tracked: TrackingSnapshot, now: Date): boolean {
  const { status, delivered_at, certificates } = tracked;
  if (status !== 'delivered') return isOver(tracked);
  const sinceMs = now.getTime() - Date.parse(delivered_at ?? now.toISOString());
  return certificates.length > 0 || sinceMs > certificateWaitMs;
}

/** Changes with every change of the page's content, also of a displayed number of minutes. */
export function versionOf(tracked: TrackingSnapshot): string {
  const { version, sla_status, minutes_late, out_of_range, certificates } = tracked;
  const parts = [
    ...(isMoving(tracked) ? [tracked.eta_minutes, tracked.eta_basis] : []),
    ...(sla_status === 'at_risk' ? ['risk'] : []),
    ...(sla_status === 'overdue' ? [`late${minutes_late}`] : []),
    ...(out_of_range ? [`out${Date.parse(out_of_range.at)}`] : []),
    ...(certificates.length > 0 ? [`proof${certificates.length}`] : []),
  ];
  return [version, ...parts].join('.');
}

/** Read out to those who do not see the page change: not each minute of the way. */
export function newsOf(tracked: TrackingSnapshot): string {
  const { out_of_range, sla_status } = tracked;
  return [
    headlineOf(tracked),
    ...(out_of_range ? ['Temperature out of range now'] : []),
    ...(sla_status === 'overdue' ? ['Late'] : []),
    ...(sla_status === 'at_risk' ? ['May be late'] : []),
  ].join('. ');
}

export const trackingPage = (tracked: TrackingSnapshot, now: Date): HtmlPage => ({
  title: `${headlineOf(tracked)}: ${tracked.service}`,
  script,
  body: html`<main id="tracking" data-version="${versionOf(tracked)}" data-news="${newsOf(tracked)}">
${trackingContent(tracked, now)}
</main>
<p id="news" class="unseen" role="status"></p>
<footer>
<p id="hint">Reload the page to see what is new.</p>
<p>Times are South African time (SAST).</p>
</footer>`,
});

/** The part of the page that changes while it is open. */
export function trackingContent(tracked: TrackingSnapshot, now: Date): Html {
  return html`<p class="soft">${tracked.service}, ${tracked.ref}</p>
<h1>${headlineOf(tracked)}</h1>
<p class="lead">${expectation(tracked, now)}</p>
${alertList(alertsOf(tracked, now), tracked.carrier)}
<div class="columns">
<div>
${stepList(tracked)}
${courierOf(tracked)}
${proofs(tracked)}
${particulars(tracked)}
</div>
<div>
${route(tracked)}
${tracked.temperature ? temperatures(tracked.temperature, now) : undefined}
<h2>What happened so far</h2>
<ol class="log" reversed>
${tracked.events.toReversed().map((event) => milestone(event, now))}
</ol>
</div>
</div>`;
}

function expectation(tracked: TrackingSnapshot, now: Date): Html {
  const due = formatTime(new Date(tracked.sla_due), now);
  if (tracked.returned_at !== null) {
    const back = formatTime(new Date(tracked.returned_at), now);
    return html`The parcels could not be handed over. They are back at ${tracked.pickup.name} since ${back}.`;
  }
  switch (tracked.status) {
    case 'delivered':
      return handedOver(tracked, now);
    case 'cancelled':
      return html`This delivery will not take place.`;
    case 'exception':
      return tracked.exception
        ? html`${tracked.exception.next_step_detail} Due at ${due}.`
        : html`Something came in the way; the carrier is looking after it. Due at ${due}.`;
    case 'collected':
    case 'in_transit':
      return tracked.eta_basis === 'schedule'
        ? html`${unseenText(tracked, now)} Due at ${due}.`
        : html`Expected ${inMinutes(tracked.eta_minutes, now)}, due at ${due}.`;
    default:
      return html`${tracked.sla_status === 'overdue' ? 'Was due' : 'Due'} at ${tracked.dropoff.name} by ${due}.`;
  }
}

function handedOver({ delivered_at, sla_status, minutes_late }: TrackingSnapshot, now: Date): Html {
  if (delivered_at === null) return html`Handed over.`;
  const late = sla_status === 'missed' ? `, ${durationText(minutes_late)} late` : '';
  return html`Handed over at ${formatTime(new Date(delivered_at), now)}${late}.`;
}

/** An estimate without a fresh position is not counted down to a time of the day. */
function unseenText({ eta_minutes, position_at }: TrackingSnapshot, now: Date): Html {
  const since =
    position_at === null ? 'yet' : html`since ${formatTime(new Date(position_at), now)}`;
  const estimate = eta_minutes > 0 && ` The last estimate was ${durationText(eta_minutes)}.`;
  return html`No position ${since}.${estimate || undefined}`;
}

function inMinutes(minutes: number, now: Date): Html {
  if (minutes === 0) return html`any minute`;
  const arrival = formatTime(new Date(now.getTime() + minutes * 60_000), now);
  const about = minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} hours`;
  return html`at about ${arrival} (in ${about})`;
}

function stepList(tracked: TrackingSnapshot): Html {
  const items = progressStepsOf({ ...tracked, headline: headlineOf(tracked) }).map(
    ({ name, state }) => {
      if (state === 'now') return html`<li class="now" aria-current="step">${name}</li>`;
      if (state === 'halt') return html`<li class="now halt" aria-current="step">${name}</li>`;
      if (state === 'open') return html`<li>${name}</li>`;
      return html`<li class="done">${name}<span class="unseen">, done</span></li>`;
    },
  );
  return html`<ol class="steps" aria-label="Progress">${items}</ol>`;
}

const proofNames = {
  proof_of_custody: 'Proof of custody',
  proof_of_cold_chain: 'Proof of cold chain',
};

/** Links to the certificates of a delivery. */
function proofs({ status, certificates, range_c }: TrackingSnapshot): Html | undefined {
  if (status !== 'delivered') return undefined;
  const isPending = range_c && !certificates.some(({ type }) => type === 'proof_of_cold_chain');
  return html`<h2>Proof of this delivery</h2>
<ul class="links">${certificates.map(
    ({ id, type }) => html`<li><a href="/verify/${id}">${proofNames[type]} ${id}</a></li>`,
  )}</ul>
${certificates.length === 0 ? html`<p class="soft">The certificate is being issued.</p>` : undefined}
${certificates.length > 0 && isPending ? html`<p class="soft">The proof of cold chain follows some minutes after the delivery.</p>` : undefined}`;
}

/** Reference to quote on the telephone. */
function particulars(tracked: TrackingSnapshot): Html {
  const { sender_contact } = tracked;
  const links = sender_contact && contactLinks(sender_contact);
  return html`<h2>This job</h2>
<dl>
<dt>Reference</dt><dd>${tracked.ref}</dd>
<dt>Booked</dt><dd>${formatDateTime(new Date(tracked.created_at))}</dd>
<dt>Due</dt><dd>${formatDateTime(new Date(tracked.sla_due))}</dd>
<dt>Sender</dt><dd>${tracked.sender_name} ${links ?? undefined}</dd>
<dt>Carrier</dt><dd>${tracked.carrier.name} ${contactLinks(tracked.carrier)}</dd>
</dl>`;
}

/** Driver and position are shown until the delivery ends. */
function courierOf(tracked: TrackingSnapshot): Html | undefined {
  const { driver, vehicle } = tracked;
  if (!driver || isOver(tracked)) return undefined;
  const photo =
    driver.photo_url === null
      ? undefined
      : html`<img src="${driver.photo_url}" width="64" height="64" alt="Photo of ${driver.first_name}">`;
  return html`<div class="who">${photo}
<p><strong>${driver.first_name}</strong> is your courier.
${vehicle ? html`<br>Vehicle <strong>${vehicle.registration}</strong>` : undefined}</p></div>`;
}

function route(tracked: TrackingSnapshot): Html {
  const { pickup, dropoff, vehicle } = tracked;
  const seen = isOver(tracked) ? null : (vehicle?.last_position ?? null);
  const label = `Sketch of the way from ${pickup.name} to ${dropoff.name}${seen ? ', with the courier between them' : ''}`;
  const toGo = seen && isMoving(tracked) ? routeKm(seen, dropoff.position) : null;
  return html`<figure>
${mapSvg({ from: pickup.position, to: dropoff.position, seen }, label)}
<figcaption><span>${legendSymbols.from} From ${pickup.name}</span>
<span>${legendSymbols.to} To ${dropoff.name}</span>
${seen ? html`<span>${legendSymbols.seen} Courier, last known position</span>` : undefined}
${toGo === null ? undefined : html`<span>About ${toGo} km to go.</span>`}
A sketch, not a map.</figcaption>
</figure>`;
}

const temperatures = (chart: TemperatureChart, now: Date): Html =>
  html`<h2>Temperature</h2>
${lastReading(chart, now)}
${temperatureFigure(chart)}`;

function lastReading({ latest, range_c }: TemperatureChart, now: Date): Html | undefined {
  if (!latest) return undefined;
  const { temperature_c, at, out_of_range_since: since } = latest;
  const place = since ? html`, out of range since ${formatTime(new Date(since), now)}` : html``;
  return html`<p class="reading${since ? ' bad' : ''}"><strong>${formatCelsius(temperature_c, range_c)} °C</strong>
<span>last reading, ${formatTime(new Date(at), now)}${place}</span></p>`;
}

const alarms: ReadonlySet<string> = new Set([
  'temperature_excursion',
  'seal_broken',
  'pickup_failed',
  'delivery_failed',
]);

function milestone(event: TrackingSnapshot['events'][number], now: Date): Html {
  const { at, type, seal } = event;
  return html`<li${alarms.has(type) ? html` class="alarming"` : undefined}>${timelineLabelOf(event)}
${formatTime(new Date(at), now)}
${seal === null ? undefined : html`<span class="soft">Seal ${seal}</span>`}</li>`;
}

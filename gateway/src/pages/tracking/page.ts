/** The page behind a tracking link. */
import type { TemperatureChart } from '@svc/contracts';
import { formatCelsius } from '@svc/paperwork/temperature/celsius';
import { temperatureFigure } from '@svc/paperwork/temperature/figure';
import { type Html, html } from '@svc/web/html';
import type { MapGround } from '@svc/web/map/figure';
import { folded, stepLine } from '@svc/web/parts';
import { formatDateTime, formatTime } from '@svc/web/times';
import { contactLinks, phoneUrl } from '../contact.ts';
import type { HtmlPage, PageModules } from '../page.ts';
import { alertList, alertsOf, isMoving } from './alerts.ts';
import { arrival } from './arrival.ts';
import { headlineOf, timelineLabelOf } from './labels.ts';
import { preparationsOf } from './preparations.ts';
import { progressStepsOf } from './progress-steps.ts';
import { routeMap } from './route-map.ts';
import { isOver, type TrackingSnapshot } from './snapshot.ts';

export interface TrackingView {
  now: Date;
  ground: MapGround;
}

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

export const trackingPage = (
  tracked: TrackingSnapshot,
  { modules, ...shown }: TrackingView & { modules: PageModules },
): HtmlPage => ({
  title: titleOf(tracked),
  modules,
  isLive: true,
  action: html`<button type="button" id="share" hidden>Share</button>`,
  body: html`<main id="tracking" data-version="${versionOf(tracked)}" data-news="${newsOf(tracked)}">
${trackingContent(tracked, shown)}
</main>
<p id="news" class="unseen" role="status"></p>
<footer>
<p id="hint">Reload the page to see what is new.</p>
<p>Times are South African time (SAST).</p>
</footer>`,
});

export const titleOf = (tracked: TrackingSnapshot): string =>
  `${headlineOf(tracked)}: ${tracked.service}`;

/** Parts of the page that change while it is open, each on its own. */
export function trackingContent(tracked: TrackingSnapshot, { now, ground }: TrackingView): Html {
  return html`<div class="where">${routeMap(tracked, ground)}</div>
<div class="state">
<p class="soft">${tracked.service}, from ${tracked.sender_name}</p>
<h1>${headlineOf(tracked)}</h1>
${arrival(tracked, now)}
${stepLine('Progress', progressStepsOf({ ...tracked, headline: headlineOf(tracked) }))}
${alertList(alertsOf(tracked, now))}
${proofs(tracked)}
${courierOf(tracked)}
${callButton(tracked)}
${preparationList(tracked)}
</div>
<div class="more">
${tracked.temperature ? temperatures(tracked.temperature, now) : undefined}
${folded({ label: 'Details' }, details(tracked, now))}
</div>`;
}

function callButton({ carrier: { name, phone } }: TrackingSnapshot): Html | undefined {
  if (phone === null) return undefined;
  return html`<p><a class="button call" href="${phoneUrl(phone)}">Call ${name}, ${phone}</a></p>`;
}

function preparationList(tracked: TrackingSnapshot): Html | undefined {
  const items = preparationsOf(tracked);
  if (items.length === 0) return undefined;
  return html`<h2>At the hand-over</h2>
<ul class="rows">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
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
    ({ id, type }) =>
      html`<li><a class="button first" href="/verify/${id}">${proofNames[type]} ${id}</a></li>`,
  )}</ul>
${certificates.length === 0 ? html`<p class="soft">The certificate is being issued.</p>` : undefined}
${certificates.length > 0 && isPending ? html`<p class="soft">The proof of cold chain follows some minutes after the delivery.</p>` : undefined}`;
}

function details(tracked: TrackingSnapshot, now: Date): Html {
  const { sender_contact, carrier } = tracked;
  const links = sender_contact && contactLinks(sender_contact);
  return html`<h2>What happened so far</h2>
<ol class="log" reversed>
${tracked.events.toReversed().map((event) => milestone(event, now))}
</ol>
<h2>This job</h2>
<dl>
<dt>Reference</dt><dd>${tracked.ref}</dd>
<dt>Booked</dt><dd>${formatDateTime(new Date(tracked.created_at))}</dd>
<dt>Due</dt><dd>${formatDateTime(new Date(tracked.sla_due))}</dd>
<dt>Sender</dt><dd>${tracked.sender_name} ${links ?? undefined}</dd>
<dt>Carrier</dt><dd>${carrier.name} ${contactLinks(carrier)}</dd>
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

/** The page behind a tracking link. */
import type { publicTracking, TemperatureChart } from '@svc/contracts';
import type { z } from 'zod';
import { temperatureFigure } from '../../temperature/figure.ts';
import { type Html, html } from '../html.ts';
import { type Page, readScript } from '../page.ts';
import { shownTime } from '../times.ts';
import { marks, sketch } from './sketch.ts';
import { progressOf, steps } from './steps.ts';
import { headlineOf, milestoneName } from './words.ts';

export type Tracked = z.output<typeof publicTracking>;

const script = readScript(new URL('./script.js', import.meta.url));

const isMoving = ({ status }: Tracked) => status === 'collected' || status === 'in_transit';
export const isOver = ({ status }: Tracked) => status === 'delivered' || status === 'cancelled';

/** Changes whenever the page says something else: also when a minute passed of those it counts. */
export const versionOf = (tracked: Tracked): string =>
  isMoving(tracked) ? `${tracked.version}.${tracked.eta_minutes}` : tracked.version;

export const trackingPage = (tracked: Tracked, now: Date): Page => ({
  title: `${headlineOf(tracked.status)}: ${tracked.service}`,
  script,
  body: html`<main id="tracking" data-version="${versionOf(tracked)}">
${trackingContent(tracked, now)}
</main>
<p id="news" class="unseen" role="status"></p>
<footer>
<p id="hint">Reload the page to see what is new.</p>
<p>Times are South African time (SAST).</p>
</footer>`,
});

/** What changes while one watches. */
export function trackingContent(tracked: Tracked, now: Date): Html {
  return html`<p class="soft">${tracked.service}</p>
<h1>${headlineOf(tracked.status)}</h1>
<p class="lead">${expectation(tracked, now)}</p>
${stepList(tracked)}
${whoComes(tracked)}
${route(tracked)}
${tracked.temperature ? temperatures(tracked.temperature) : undefined}
<h2>What happened so far</h2>
<ol class="log" reversed>
${tracked.events.toReversed().map((event) => milestone(event, now))}
</ol>`;
}

function expectation(tracked: Tracked, now: Date): Html {
  const due = shownTime(new Date(tracked.sla_due), now);
  switch (tracked.status) {
    case 'delivered':
      return tracked.delivered_at === null
        ? html`Handed over.`
        : html`Handed over at ${shownTime(new Date(tracked.delivered_at), now)}.`;
    case 'cancelled':
      return html`This delivery will not take place.`;
    case 'exception':
      return html`Something came in the way; the carrier is looking after it. Due at ${due}.`;
    case 'collected':
    case 'in_transit':
      return html`Expected ${inMinutes(tracked.eta_minutes, now)}, due at ${due}.`;
    default:
      return html`Due at ${tracked.dropoff.name} by ${due}.`;
  }
}

function inMinutes(minutes: number, now: Date): Html {
  if (minutes === 0) return html`any minute`;
  const arrival = shownTime(new Date(now.getTime() + minutes * 60_000), now);
  const about = minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} hours`;
  return html`at about ${arrival} (in ${about})`;
}

function stepList({ status, events }: Tracked): Html {
  const { reached, isUnderWay } = progressOf(status, events);
  const items = steps.map((name, i) => {
    if (isUnderWay && i === reached - 1) {
      return html`<li class="now" aria-current="step">${name}</li>`;
    }
    if (i < reached) return html`<li class="done">${name}<span class="unseen">, done</span></li>`;
    return html`<li>${name}</li>`;
  });
  return html`<ol class="steps" aria-label="Progress">${items}</ol>`;
}

/** Who drives and where is for those who wait; afterwards it is nobody's business. */
function whoComes(tracked: Tracked): Html | undefined {
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

function route(tracked: Tracked): Html {
  const { pickup, dropoff, vehicle } = tracked;
  const seen = isOver(tracked) ? null : (vehicle?.last_position ?? null);
  const label = `Sketch of the way from ${pickup.name} to ${dropoff.name}${seen ? ', with the courier between them' : ''}`;
  return html`<figure>
${sketch({ from: pickup.position, to: dropoff.position, seen }, label)}
<figcaption><span>${marks.from} From ${pickup.name}</span>
<span>${marks.to} To ${dropoff.name}</span>
${seen ? html`<span>${marks.seen} Courier, last known position</span>` : undefined}
A sketch, not a map.</figcaption>
</figure>`;
}

const temperatures = (chart: TemperatureChart): Html =>
  html`<h2>Temperature</h2>
${temperatureFigure(chart)}`;

/** The timeline's own words; why a cancelled job costs what it costs is for the sender alone. */
function milestone({ at, type, note, seal }: Tracked['events'][number], now: Date): Html {
  const hasOwnWords = note !== '' && type !== 'cancelled';
  return html`<li>${hasOwnWords ? note : milestoneName(type)}
${shownTime(new Date(at), now)}
${seal === null ? undefined : html`<span class="soft">Seal ${seal}</span>`}</li>`;
}

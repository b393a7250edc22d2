/** Tracking's views of a job: progress, times, temperatures. */
import type { OutputOf, tracking } from '@svc/contracts';
import { boxTable } from '@svc/paperwork/temperature/boxes';
import { type Html, html } from '@svc/web/html';
import { etaText, lateText, minutesText, slaLabels } from '../../words/lateness.ts';
import { factList, type ShownJob, timeOf } from './job-views.ts';
import { codeWords, coldChainLabels } from './words.ts';

type Tracked = OutputOf<(typeof tracking)['actions']['track']>;
type Trace = OutputOf<(typeof tracking)['actions']['temperature']>;

/** While it is under way, a time of arrival means something; before the collection it is the due time. */
function arrivalText(tracked: Tracked, status: ShownJob['status'], now: Date) {
  if (status === 'collected' || status === 'in_transit') return etaText(tracked, now);
  const isBefore = status === 'assigned' || status === 'en_route_pickup';
  return isBefore ? `${minutesText(tracked.eta_minutes)}, by its due time` : undefined;
}

export function progressView(tracked: Tracked, { status }: ShownJob, now: Date): Html {
  const { sla_status, exception, driver, vehicle, events } = tracked;
  return html`${factList([
    ['Due time', sla_status === null ? undefined : slaLabels[sla_status]],
    ['Late by', sla_status === null ? undefined : lateText(tracked.minutes_late)],
    ['Arrives in', arrivalText(tracked, status, now)],
    ['Courier', driver?.first_name],
    ['Vehicle', vehicle?.registration],
    ['Interrupted', exception === null ? undefined : exception.reason_detail],
    ['Next step', exception === null ? undefined : exception.next_step_detail],
    ['Back at the sender', tracked.returned_at === null ? undefined : timeOf(tracked.returned_at)],
  ])}
${timeline(events)}`;
}

const timeline = (events: Tracked['events']): Html =>
  html`<div class="table" role="region" aria-label="Timeline" tabindex="0"><table>
<caption>Timeline, the oldest first</caption>
<thead><tr><th scope="col">When</th><th scope="col">What</th></tr></thead>
<tbody>${events.map(
    ({ at, type, note }) =>
      html`<tr><th scope="row">${timeOf(at)}</th><td>${note === '' ? codeWords(type) : note}</td></tr>`,
  )}</tbody></table></div>`;

export function temperatureView(trace: Trace, { status }: ShownJob): Html {
  const { latest, min_c, max_c, mkt_c, result, excursions, gaps } = trace;
  if (latest === null && min_c === null) {
    const isOver = status === 'delivered' || status === 'cancelled';
    return isOver
      ? html`<p>No temperature was read on the way.</p>`
      : html`<p>No reading yet. Readings begin with the collection.</p>`;
  }
  return html`${factList([
    ['Verdict', result === null ? undefined : coldChainLabels[result]],
    ['Last', latest === null ? undefined : html`${latest.temperature_c} °C, ${timeOf(latest.at)}`],
    [
      'Now out of range since',
      latest?.out_of_range_since ? timeOf(latest.out_of_range_since) : undefined,
    ],
    ['Lowest', celsius(min_c)],
    ['Highest', celsius(max_c)],
    ['Mean kinetic temperature', celsius(mkt_c)],
    ['Covered by readings', `${Math.floor(trace.coverage * 100)} %`],
    ['Gaps of more than 15 minutes', gaps.length === 0 ? undefined : String(gaps.length)],
  ])}
${excursions.length === 0 ? undefined : excursionList(excursions)}
${boxTable(trace.boxes)}
<p><a href="${trace.page_url}">Tracking page with the chart of temperatures</a></p>`;
}

const celsius = (value: number | null): string | undefined =>
  value === null ? undefined : `${value} °C`;

const excursionList = (excursions: Trace['excursions']): Html =>
  html`<div class="table" role="region" aria-label="Excursions" tabindex="0"><table>
<caption>Excursions: times out of range</caption>
<thead><tr><th scope="col">From</th><th scope="col">To</th><th scope="col">Lowest</th><th scope="col">Highest</th><th scope="col">Probe</th></tr></thead>
<tbody>${excursions.map(
    ({ from, to, min_c, max_c, device_id }) =>
      html`<tr><th scope="row">${timeOf(from)}</th><td>${timeOf(to)}</td><td>${min_c} °C</td><td>${max_c} °C</td><td>${device_id}</td></tr>`,
  )}</tbody></table></div>`;

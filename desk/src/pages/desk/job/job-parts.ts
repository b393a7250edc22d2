/** Parts of a job that other services answer for: null says that theirs does not. */
import { type Html, html } from '@svc/web/html';
import { formatDateTime, formatTime } from '@svc/web/times';
import { etaText, lateText, minutesText, slaLabels } from '../../../words/lateness.ts';
import { marked } from '../rows/board-table.ts';
import { nextStepLabels, wordsOf } from '../rows/labels.ts';
import { facts, table } from '../rows/table.ts';
import type { DeskJobDetail } from './job-data.ts';
import { positionOf } from './job-facts.ts';

const away = (what: string): Html =>
  html`<p><strong class="mark">Not known at the moment</strong>: the service of ${what} does not answer. The rest of the page is current.</p>`;

export function trackingSection({ tracking, status }: DeskJobDetail, now: Date): Html {
  if (!tracking) return away('positions and temperatures');
  const { sla_status, minutes_late, last_position, exception, out_of_range, temperature } =
    tracking;
  const isLate = sla_status !== null && sla_status !== 'on_time' && sla_status !== 'met';
  return facts([
    [
      'To its due time',
      sla_status === null ? 'No longer counts' : marked(slaLabels[sla_status], isLate),
    ],
    ['Late by', lateText(minutes_late)],
    [
      'Expected in',
      status === 'collected' || status === 'in_transit'
        ? etaText(tracking, now)
        : minutesText(tracking.eta_minutes),
    ],
    [
      'Last position',
      last_position
        ? html`${positionOf(last_position)}, ${formatTime(new Date(last_position.at), now)}`
        : 'None yet',
    ],
    ['Temperature', temperature ? reading(temperature, now) : 'No reading'],
    [
      'Out of range',
      out_of_range
        ? html`${marked(`${out_of_range.temperature_c} °C`)} since ${formatTime(new Date(out_of_range.since), now)}`
        : 'No',
    ],
    ...(exception ? interruption(exception, now) : []),
  ]);
}

type Tracking = NonNullable<DeskJobDetail['tracking']>;

const reading = (
  { temperature_c, at, device_id, out_of_range_since }: NonNullable<Tracking['temperature']>,
  now: Date,
): Html =>
  html`${marked(`${temperature_c} °C`, out_of_range_since !== null)} at ${formatTime(new Date(at), now)}, probe ${device_id}`;

const interruption = (
  { reason_detail, at, next_step, next_step_detail }: NonNullable<Tracking['exception']>,
  now: Date,
) =>
  [
    ['Interrupted', html`${marked(reason_detail)} ${formatTime(new Date(at), now)}`],
    ['Next', `${nextStepLabels[next_step]}. ${next_step_detail}`],
  ] as const;

export function deliveriesSection(deliveries: DeskJobDetail['deliveries']): Html {
  if (!deliveries) return away('webhooks');
  const { pending, succeeded, failed, latest } = deliveries;
  const counts = html`<p>${succeeded} accepted, ${pending} due or under way, ${marked(`${failed} given up`, failed > 0)}.</p>`;
  if (latest.length === 0) return counts;
  return html`${counts}
${table({
  label: 'Deliveries of events',
  caption: 'The newest deliveries to the webhook endpoints of the organisation',
  columns: ['Event', 'Status', 'Endpoint', 'Attempts', 'Answer', 'Made', 'Next attempt'],
  rows: latest.map(
    ({ type, status, endpoint_id, attempt, response_code, failure, created_at, next_attempt_at }) =>
      html`<th scope="row">${type}</th><td>${marked(wordsOf(status), status === 'failed')}</td><td>${endpoint_id}</td><td>${attempt}</td>
<td>${response_code ?? (failure === null ? 'None yet' : wordsOf(failure))}</td><td>${formatDateTime(new Date(created_at))}</td>
<td>${next_attempt_at === null ? 'None' : formatDateTime(new Date(next_attempt_at))}</td>`,
  ),
})}`;
}

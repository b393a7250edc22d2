/** How an endpoint did in the last seven days. */
import type { WebhookHealth } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { localDayOf } from '../../words/local-time.ts';
import { deliveryBars } from '../portal/day-charts.ts';

export function healthView(health: WebhookHealth, now: Date): Html {
  const { succeeded, retried, pending, failed, last_success_at, median_ms, p95_ms } = health;
  const all = succeeded + pending + failed;
  if (all === 0) return html`<p>Nothing was sent in the last seven days.</p>`;
  const ended = succeeded + failed;
  return html`<dl>
<dt>Accepted</dt><dd>${succeeded} of ${all}${ended === 0 ? '' : `, ${percentText(succeeded, ended)} of those that ended`}</dd>
<dt>At a later attempt</dt><dd>${retried}</dd>
<dt>Under way</dt><dd>${pending}</dd>
<dt>Given up</dt><dd>${failed}</dd>
<dt>Last accepted</dt><dd>${last_success_at === null ? 'None' : formatDateTime(new Date(last_success_at))}</dd>
<dt>Duration</dt><dd>${median_ms === null || p95_ms === null ? 'No attempt so far' : `${median_ms} ms in the middle, 95 of 100 within ${p95_ms} ms`}</dd>
</dl>
${health.is_complete ? undefined : html`<p>More than 50 000 were sent: these figures are of the newest.</p>`}
${deliveryBars(health.days, localDayOf(now))}`;
}

/** Rounded down: 100 % says that none was given up. */
export const percentText = (part: number, whole: number): string =>
  `${Math.floor((part * 1000) / whole) / 10} %`;

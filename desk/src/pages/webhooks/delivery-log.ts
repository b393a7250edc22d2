/** The log of an endpoint: its deliveries as rows, what each answered or why there was no answer. */
import type { delivery } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import type { z } from 'zod';
import { choiceOrNone } from '../../form/field.ts';
import { filterOf } from '../../form/form-fields.ts';
import type { FormView } from '../../form/form-view.ts';
import { replayDelivery } from './endpoint-forms.ts';
import { eventPath } from './event.ts';

type Delivery = z.infer<typeof delivery>;
type Failure = NonNullable<Delivery['failure']>;

const statusLabels: Readonly<Record<Delivery['status'], string>> = {
  pending: 'Under way',
  succeeded: 'Succeeded',
  failed: 'Given up',
};

const failureLabels: Readonly<Record<Failure, string>> = {
  timeout: 'No answer within 10 seconds',
  name_not_resolved: 'The host name has no address',
  address_not_allowed: 'The address is not public',
  connection_failed: 'The connection was refused or broke',
  tls_failed: 'The certificate is not valid, or TLS failed',
  invalid_response: 'The answer is not HTTP',
};

export const logFilter = filterOf({
  status: choiceOrNone(statusLabels, { label: 'Status', first: 'All' }),
});

const columns = ['Event', 'Status', 'Attempts', 'Answer', 'Duration', 'Last attempt', 'Next'];

export const logTable = (list: readonly Delivery[], id: string, forms: FormView): Html =>
  html`<div class="table" role="region" aria-label="Deliveries" tabindex="0"><table>
<caption>Deliveries, the newest first</caption>
<thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}<th scope="col">Again</th></tr></thead>
<tbody>${list.map((each) => row(each, id, forms))}</tbody>
</table></div>`;

const row = (each: Delivery, id: string, forms: FormView): Html => {
  const { event_id, type, status, attempt, duration_ms, attempted_at, next_attempt_at } = each;
  return html`<tr><th scope="row"><a href="${eventPath(event_id)}">${type}
<code>${event_id}</code></a></th>
<td>${statusLabels[status]}</td><td>${attempt}</td><td>${answerOf(each)}</td>
<td>${duration_ms === null ? '–' : `${duration_ms} ms`}</td>
<td>${timeOf(attempted_at)}</td><td>${timeOf(next_attempt_at)}</td>
<td>${forms.show(replayDelivery, {
    params: { id, event_id },
    submit: 'Send again',
    submitOf: `${type} ${event_id}`,
  })}</td></tr>`;
};

const timeOf = (at: string | null): Html =>
  at === null ? html`None` : formatDateTime(new Date(at));

function answerOf({ response_code, failure, response_excerpt }: Delivery): Html {
  const words = [
    ...(response_code === null ? [] : [`HTTP ${response_code}`]),
    ...(failure === null ? [] : [failureLabels[failure]]),
  ];
  const body =
    response_excerpt === null || response_excerpt === ''
      ? undefined
      : html`<details><summary>Body</summary><pre>${response_excerpt}</pre></details>`;
  return html`${words.length === 0 ? 'No attempt so far' : words.join(': ')}${body}`;
}

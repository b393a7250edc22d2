/** One endpoint: its state, what it receives, its secret, replays and the log of its deliveries. */
import { type Webhook, webhooks, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { nextOf, pager } from '../../address/pager.ts';
import { page, type RenderContext } from '../../route/route.ts';
import { endpointStatusLabels } from '../../words/labels.ts';
import { logFilter, logTable } from './delivery-log.ts';
import * as forms from './endpoint-forms.ts';
import { pathOf } from './endpoints.ts';
import { eventWords } from './event-choice.ts';
import { healthView } from './health.ts';

const endpointPage = page({
  path: '/webhooks/{id}',
  access: 'webhooks:manage',
  title: 'Webhook endpoint',
  asks: { webhooks: withActions(webhooks, 'get', 'listDeliveries', 'health') },
  load: async ({ param, query, clients }) => {
    const wanted = query(logFilter.query);
    const id = param('id');
    const [endpoint, log, health] = await Promise.all([
      clients.webhooks.get({ id }),
      clients.webhooks.listDeliveries({ id, ...wanted }),
      clients.webhooks.health({ id }),
    ]);
    return { wanted, endpoint, log, health };
  },
  render: ({ wanted, endpoint, log, health }, context) => {
    const { id } = endpoint;
    return html`<h1>Webhook endpoint</h1>
${state(endpoint, context)}
<h2>The last seven days</h2>
${healthView(health, context.now)}
<h2>Deliveries</h2>
${logFilter.show(pathOf(id), wanted)}
${log.data.length === 0 ? html`<p>No delivery fits.</p>` : logTable(log.data, id, context.forms)}
${pager(pathOf(id), { status: wanted.status }, { after: wanted.starting_after, next: nextOf(log) })}
${replays(endpoint, context)}
${changes(endpoint, context)}
<p><a href="/webhooks">All endpoints</a></p>`;
  },
});

function state(endpoint: Webhook, context: RenderContext): Html {
  const { id, url, status, events, created_at } = endpoint;
  return html`<dl>
<dt>Address</dt><dd>${url}</dd>
<dt>Status</dt><dd>${endpointStatusLabels[status]}</dd>
<dt>Events</dt><dd>${eventWords(events)}</dd>
<dt>Added</dt><dd>${formatDateTime(new Date(created_at))}</dd>
<dt>Id</dt><dd><code>${id}</code></dd>
</dl>
${
  status === 'active'
    ? undefined
    : html`<p>Nothing is sent: it was disabled by a person, by an answer 410, or after five days without a success. Make it active, then replay the events of the last 14 days that it missed.</p>`
}
${context.forms.show(forms.sendTest, { params: { id }, submit: 'Send a test event' })}`;
}

const replays = ({ id }: Webhook, context: RenderContext): Html => {
  const params = { id };
  return html`<h2>Send events again</h2>
<p>Of the last 14 days, one replay at a time.</p>
${context.forms.show(forms.replaySince, {
  params,
  submit: 'Send all since then',
})}
${context.forms.show(forms.replayById, {
  params,
  submit: 'Send this event',
})}`;
};

const changes = ({ id, url, status, events }: Webhook, context: RenderContext): Html => {
  const params = { id };
  const show = context.forms.show;
  return html`<h2>Events</h2>
${show(forms.changeEvents, { params, submit: 'Change events', values: { events } })}
<h2>Address</h2>
${show(forms.changeAddress, { params, submit: 'Change address', values: { url } })}
<h2>Signing secret</h2>
<details><summary>Replace the secret</summary>
<p>The new one is shown once. The former one is valid for 24 hours more; one before that ends at once.</p>
${show(forms.rotateSecret, { params, submit: 'Make a new secret' })}
</details>
<h2>Status and removal</h2>
${show(forms.changeStatus, { params, submit: 'Change status', values: { status }, prefix: 'endpoint' })}
<details><summary>Remove</summary>
<p>Nothing is sent to it any more, and its log and its secret are gone. There is no way back.</p>
${show(forms.removeEndpoint, { params, submit: 'Remove the endpoint' })}
</details>`;
};

export const endpointPageRoutes = [endpointPage, ...forms.endpointForms];

/** One endpoint: its state, what it receives, its secret, replays and the log of its deliveries. */
import { type Webhook, webhooks, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { z } from 'zod';
import { selectField, textField } from '../fields.ts';
import type { FormEntries } from '../form-view.ts';
import { endpointStatusLabels } from '../labels.ts';
import { cursor, nextOf, pager } from '../pager.ts';
import { page, type RenderContext } from '../route.ts';
import { deliveryStatus, logFilter, logTable } from './delivery-log.ts';
import * as forms from './endpoint-forms.ts';
import { pathOf, urlField } from './endpoints.ts';
import { eventChoice, eventWords } from './event-choice.ts';
import { healthView } from './health.ts';

const filter = z.object({ status: deliveryStatus.optional().catch(undefined), ...cursor });

const endpointPage = page({
  path: '/webhooks/{id}',
  access: 'webhooks:manage',
  title: 'Webhook endpoint',
  asks: { webhooks: withActions(webhooks, 'get', 'listDeliveries', 'health') },
  load: async ({ param, query, clients }) => {
    const wanted = query(filter);
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
${healthView(health)}
<h2>Deliveries</h2>
${logFilter(id, wanted.status)}
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
  fields: (entries) =>
    textField(
      {
        ...{ name: 'since', label: 'Since', type: 'datetime-local', required: true },
        hint: 'South African time. All events of the types that the endpoint receives.',
      },
      entries,
    ),
})}
${context.forms.show(forms.replayById, {
  params,
  submit: 'Send this event',
  fields: (entries) =>
    textField(
      {
        ...{ name: 'event_id', label: 'Id of an event', required: true, maxLength: 64 },
        hint: 'Of any type, as the log and the events show it.',
      },
      entries,
    ),
})}`;
};

const changes = ({ id, url, status, events }: Webhook, context: RenderContext): Html => {
  const params = { id };
  const show = context.forms.show;
  return html`<h2>Events</h2>
${show(forms.changeEvents, { params, submit: 'Change events', fields: (entries) => eventChoice(entries, events) })}
<h2>Address</h2>
${show(forms.changeAddress, { params, submit: 'Change address', fields: (entries) => urlField(entries, url) })}
<h2>Signing secret</h2>
<details><summary>Replace the secret</summary>
<p>The new one is shown once. The former one is valid for 24 hours more; one before that ends at once.</p>
${show(forms.rotateSecret, { params, submit: 'Make a new secret' })}
</details>
<h2>Status and removal</h2>
${show(forms.changeStatus, { params, submit: 'Change status', fields: (entries) => statusField(entries, status) })}
<details><summary>Remove</summary>
<p>Nothing is sent to it any more, and its log and its secret are gone. There is no way back.</p>
${show(forms.removeEndpoint, { params, submit: 'Remove the endpoint' })}
</details>`;
};

const statusField = (entries: FormEntries, value: Webhook['status']): Html =>
  selectField(
    {
      ...{ name: 'status', form: 'endpoint', label: 'Status', value },
      hint: 'Disabling gives up deliveries under way. A disabled endpoint can be made active again, and events of 14 days replayed.',
      options: Object.entries(endpointStatusLabels),
    },
    entries,
  );

export const endpointPageRoutes = [endpointPage, ...forms.endpointForms];

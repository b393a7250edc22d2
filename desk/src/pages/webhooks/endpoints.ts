/** Webhook endpoints of the organisation. */
import { type Webhook, webhooks, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { z } from 'zod';
import { cursor, nextOf, pager } from '../../address/pager.ts';
import { line } from '../../form/field.ts';
import { form, page } from '../../route/route.ts';
import { secretView } from '../../view/secret-view.ts';
import { endpointStatusLabels } from '../../words/labels.ts';
import { eventsField, eventWords } from './event-choice.ts';
import { signatureSteps } from './signature-steps.ts';

export const urlField = line(webhooks.actions.create.input.shape.url.pipe(z.url()), {
  ...{ label: 'Address', type: 'url' },
  hint: 'A public https address without credentials in it, on port 443 or one above 1023.',
  missing: 'Enter an address that begins with https://.',
  error: 'Enter an address that begins with https://.',
});

const addEndpoint = form(webhooks, 'create', {
  path: '/webhooks',
  access: 'webhooks:manage',
  fields: { url: urlField, events: eventsField },
  input: ({ fields }) => fields,
  home: '/webhooks',
  answer: ({ id, url, secret }, _sent, { docsUrl }) =>
    secretView({
      title: 'The signing secret of the new endpoint',
      entries: [
        { label: 'Address', value: url },
        { label: 'Endpoint', value: id },
        { label: 'Signing secret', value: secret, isSecret: true },
      ],
      next: signatureSteps(docsUrl),
      back: { path: pathOf(id), label: 'Send a test event from the page of the endpoint' },
    }),
});

export const pathOf = (id: string): string => `/webhooks/${encodeURIComponent(id)}`;

const endpointsPage = page({
  path: '/webhooks',
  access: 'webhooks:manage',
  nav: { label: 'Webhooks', icon: 'webhook', group: 'Developers' },
  title: 'Webhooks',
  asks: { webhooks: withActions(webhooks, 'list') },
  load: async ({ query, clients }) => {
    const wanted = query(z.object(cursor));
    return { ...wanted, list: await clients.webhooks.list(wanted) };
  },
  render: ({ starting_after, list }, { forms }) => html`<h1>Webhooks</h1>
<p>Events of your organisation, signed and POSTed to addresses of yours as they happen. The same events can be <a href="/events">looked at</a>.</p>
${list.data.length === 0 ? html`<p>No endpoint so far.</p>` : endpointTable(list.data)}
${pager('/webhooks', {}, { after: starting_after, next: nextOf(list) })}
${forms.fold(addEndpoint, { label: 'Add an endpoint' }, { submit: 'Add', submitOf: 'the endpoint' })}`,
});

const endpointTable = (list: readonly Webhook[]): Html =>
  html`<div class="table" role="region" aria-label="Endpoints" tabindex="0"><table>
<caption>Endpoints, the newest first</caption>
<thead><tr><th scope="col">Address</th><th scope="col">Status</th><th scope="col">Events</th><th scope="col">Added</th></tr></thead>
<tbody>${list.map(
    ({ id, url, status, events, created_at }) =>
      html`<tr><th scope="row"><a href="${pathOf(id)}">${url}</a></th>
<td>${endpointStatusLabels[status]}</td><td>${eventWords(events)}</td>
<td>${formatDateTime(new Date(created_at))}</td></tr>`,
  )}</tbody>
</table></div>`;

export const endpointRoutes = [endpointsPage, addEndpoint];

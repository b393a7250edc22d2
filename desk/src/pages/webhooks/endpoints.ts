/** Webhook endpoints of the organisation. */
import { type Webhook, webhooks, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { z } from 'zod';
import { textField } from '../fields.ts';
import type { FormEntries } from '../form-view.ts';
import { endpointStatusLabels } from '../labels.ts';
import { cursor, nextOf, pager } from '../pager.ts';
import { form, page } from '../route.ts';
import { secretView } from '../secret-view.ts';
import { checkedEvents, eventChoice, eventWords } from './event-choice.ts';
import { signatureSteps } from './signature-steps.ts';

export const endpointUrl = z
  .string()
  .trim()
  .max(2_048, 'Enter at most 2048 characters.')
  .pipe(z.url('Enter an address that begins with https://.'));

const addEndpoint = form(webhooks, 'create', {
  path: '/webhooks',
  access: 'webhooks:manage',
  fields: z.object({ url: endpointUrl, events: checkedEvents }),
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
  nav: 'Webhooks',
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
<h2>Add an endpoint</h2>
${forms.show(addEndpoint, { submit: 'Add', submitOf: 'the endpoint', fields: newEndpoint })}`,
});

const newEndpoint = (entries: FormEntries): Html =>
  html`${urlField(entries)}
${eventChoice(entries, [])}`;

export const urlField = (entries: FormEntries, value?: string): Html =>
  textField(
    {
      ...{ name: 'url', label: 'Address', type: 'url', required: true, maxLength: 2_048, value },
      hint: 'A public https address without credentials in it, on port 443 or one above 1023.',
    },
    entries,
  );

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

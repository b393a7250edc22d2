/** One event, as endpoints got it. */
import { webhooks, withActions } from '@svc/contracts';
import { html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { mayOpen } from '../../route/access.ts';
import { page } from '../../route/route.ts';

export const eventPath = (id: string): string => `/events/${encodeURIComponent(id)}`;

export const eventPage = page({
  path: '/events/{id}',
  access: 'webhooks:manage',
  asks: { webhooks: withActions(webhooks, 'getEvent') },
  load: ({ param, clients }) => clients.webhooks.getEvent({ id: param('id') }),
  title: ({ type }) => `Event ${type}`,
  render: (event, { person }) => html`<h1>Event ${event.type}</h1>
<dl>
<dt>Id</dt><dd><code>${event.id}</code></dd>
<dt>Happened</dt><dd>${formatDateTime(new Date(event.created_at))}</dd>
${
  event.job_id === ''
    ? undefined
    : html`<dt>Job</dt><dd>${
        mayOpen('jobs:read', person)
          ? html`<a href="/jobs/${encodeURIComponent(event.job_id)}">${event.job_id}</a>`
          : event.job_id
      }, number ${event.sequence}</dd>`
}
</dl>
<h2>Payload</h2>
<p>The body of each delivery, the same at every attempt; here it is set in lines. To send it again, open an endpoint.</p>
<pre tabindex="0">${JSON.stringify(event, null, 2)}</pre>
<p><a href="/events">All events</a></p>`,
});

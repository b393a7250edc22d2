/** The event feed of the organisation: the same events that endpoints receive. */
import { type feedEvent, publicEventTypes, text, webhooks, withActions } from '@svc/contracts';
import { html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import type { z } from 'zod';
import { nextOf, pager } from '../../address/pager.ts';
import { choiceOrNone } from '../../form/field.ts';
import { filterOf } from '../../form/form-fields.ts';
import { page } from '../../route/route.ts';
import { eventPath } from './event.ts';

const types = publicEventTypes.map((type) => [type, type] as const);
/** Types that came later than this page can be asked for, too. */
const type = { ...choiceOrNone(types, { label: 'Type', first: 'All' }), entry: text(64) };
const filter = filterOf({ type });

export const eventsPage = page({
  path: '/events',
  access: 'webhooks:manage',
  nav: { label: 'Events', icon: 'book-open', group: 'Developers' },
  title: 'Events',
  asks: { webhooks: withActions(webhooks, 'listEvents') },
  load: async ({ query, clients }) => {
    const wanted = query(filter.query);
    return { wanted, list: await clients.webhooks.listEvents(wanted) };
  },
  render: ({ wanted, list }) => html`<h1>Events</h1>
<p>Events of the last 30 days, as endpoints receive them; programs fetch them at <code>GET /events</code>.</p>
${filter.show('/events', wanted)}
${
  list.data.length === 0
    ? html`<p>No event fits.</p>`
    : html`<div class="table" role="region" aria-label="Events" tabindex="0"><table>
<caption>Events, the oldest first</caption>
<thead><tr><th scope="col">Event</th><th scope="col">Happened</th><th scope="col">Job</th><th scope="col">Data</th></tr></thead>
<tbody>${list.data.map(row)}</tbody>
</table></div>`
}
${pager('/events', { type: wanted.type }, { after: wanted.starting_after, next: nextOf(list) })}`,
});

const row = ({ id, type, created_at, job_id, sequence, data }: FeedItem) =>
  html`<tr><th scope="row"><a href="${eventPath(id)}">${type}
<code>${id}</code></a></th>
<td>${formatDateTime(new Date(created_at))}</td>
<td>${job_id === '' ? 'None' : html`<code>${job_id}</code>, number ${sequence}`}</td>
<td><details><summary>Data<span class="unseen"> of ${type} ${id}</span></summary>
<pre>${JSON.stringify(data, null, 2)}</pre></details></td></tr>`;

type FeedItem = z.infer<typeof feedEvent>;

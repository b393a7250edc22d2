/** The request log: what the organisation's own credentials asked of the API. */
import {
  accounts,
  type loggedRequest,
  opaqueId,
  requestLogDays,
  withActions,
} from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { z } from 'zod';
import { nextOf, pager } from '../../address/pager.ts';
import { choiceOrNone, line } from '../../form/field.ts';
import { filterOf } from '../../form/form-fields.ts';
import { page, type RenderContext } from '../../route/route.ts';

const results = { true: 'Failed: status 400 and above', false: 'Not failed' };
const anyText = z.string().trim().max(200);
const filter = filterOf({
  failed: choiceOrNone(results, { label: 'Result', first: 'All' }),
  client_id: line(anyText, { label: 'Id of the client or key' }),
  request_id: line(anyText, { label: 'Id of the request' }),
});
type Filter = z.output<typeof filter.query>;

/** Nothing has an id that could be none. */
const unfit = ({ client_id, request_id }: Filter): boolean =>
  [client_id, request_id].some((each) => each && !opaqueId.safeParse(each).success);

const nothing = { data: [], has_more: false };

export const requestsPage = page({
  path: '/requests',
  access: 'admin:users',
  nav: { label: 'Requests', icon: 'activity', group: 'Developers' },
  title: 'Requests',
  asks: { accounts: withActions(accounts, 'listRequests') },
  load: async ({ query, clients }) => {
    const wanted = query(filter.query);
    const { failed, ...others } = wanted;
    if (unfit(wanted)) return { wanted, list: nothing };
    const list = await clients.accounts.listRequests({
      ...others,
      failed: failed && failed === 'true',
    });
    return { wanted, list };
  },
  render: ({ wanted, list }, context) => html`<h1>Requests</h1>
<p>Requests to the API that carried ${context.sandbox ? 'the published key with the session' : 'a credential'} of ${context.person.tenant.name}, within seconds of their end. Stored are the columns below and nothing else: no header, no query and no body. Kept for ${requestLogDays} days.</p>
${filter.show('/requests', wanted)}
${
  list.data.length === 0
    ? html`<p>No request fits.</p>`
    : html`<div class="table" role="region" aria-label="Requests" tabindex="0"><table>
<caption>Requests, the newest first</caption>
<thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${list.data.map((request) => row(request, context))}</tbody>
</table></div>`
}
${pager(
  '/requests',
  {
    failed: wanted.failed,
    client_id: wanted.client_id,
    request_id: wanted.request_id,
  },
  { after: wanted.starting_after, next: nextOf(list) },
)}`,
});

const columns = ['Request', 'Arrived', 'Client or key', 'Answer', 'Duration', 'Id'];

const row = (
  { id, created_at, client_id, method, path, status, code, duration_ms }: LoggedRequest,
  { docsUrl }: RenderContext,
): Html => html`<tr><th scope="row"><code>${method} ${path}</code></th>
<td>${formatDateTime(new Date(created_at))}</td>
<td><code>${client_id}</code></td>
<td>${status}${code === null ? undefined : html` ${codeLink(code, docsUrl)}`}</td>
<td>${Math.round(duration_ms)} ms</td>
<td><code>${id}</code></td></tr>`;

type LoggedRequest = z.infer<typeof loggedRequest>;

const codeLink = (code: string, docsUrl: string | undefined): Html =>
  docsUrl === undefined
    ? html`<code>${code}</code>`
    : html`<a href="${docsUrl}/errors#${encodeURIComponent(code)}"><code>${code}</code></a>`;

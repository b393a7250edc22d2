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
import { selectField, textField } from '../fields.ts';
import { cursor, nextOf, pager } from '../pager.ts';
import { page, type RenderContext } from '../route.ts';

const id = z.string().trim().max(200).optional().catch(undefined);
const filter = z.object({
  failed: z.enum(['true', 'false']).optional().catch(undefined),
  client_id: id,
  request_id: id,
  ...cursor,
});
type Filter = z.infer<typeof filter>;

/** An empty field is no filter; nothing has an id that could be none. */
const isSet = (text: string | undefined): text is string => text !== undefined && text !== '';
const unfit = ({ client_id, request_id }: Filter): boolean =>
  [client_id, request_id].some((each) => isSet(each) && !opaqueId.safeParse(each).success);

const nothing = { data: [], has_more: false };

export const requestsPage = page({
  path: '/requests',
  access: 'admin:users',
  nav: 'Requests',
  title: 'Requests',
  asks: { accounts: withActions(accounts, 'listRequests') },
  load: async ({ query, clients }) => {
    const wanted = query(filter);
    const { failed, client_id, request_id, starting_after } = wanted;
    if (unfit(wanted)) return { wanted, list: nothing };
    const list = await clients.accounts.listRequests({
      starting_after,
      failed: failed && failed === 'true',
      client_id: isSet(client_id) ? client_id : undefined,
      request_id: isSet(request_id) ? request_id : undefined,
    });
    return { wanted, list };
  },
  render: ({ wanted, list }, context) => html`<h1>Requests</h1>
<p>Requests to the API that carried ${context.sandbox ? 'the published key with the session' : 'a credential'} of ${context.person.tenant.name}, within seconds of their end. Stored are the columns below and nothing else: no header, no query and no body. Kept for ${requestLogDays} days.</p>
${filterForm(wanted)}
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

const results = [
  ['', 'All'],
  ['true', 'Failed: status 400 and above'],
  ['false', 'Not failed'],
] as const;

const filterForm = ({ failed, client_id, request_id }: Filter): Html =>
  html`<form class="filter" method="get" action="/requests">
${selectField({ name: 'failed', label: 'Result', options: results, value: failed })}
${textField({ name: 'client_id', label: 'Id of the client or key', value: client_id })}
${textField({ name: 'request_id', label: 'Id of the request', value: request_id })}
<button>Show</button>
</form>`;

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

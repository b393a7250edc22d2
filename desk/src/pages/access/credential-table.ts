/** Clients or keys as rows: what each may do, its last use, its requests and its end. */
import type { Scope } from '@svc/contracts';
import { type Html, html } from '@svc/pages/html';
import { formatDateTime } from '@svc/pages/times';

interface Credential {
  id: string;
  name: string;
  scopes: readonly Scope[];
  created_at: string;
  last_used_at: string | null;
}

interface TableParts {
  caption: string;
  /** Heading of the time of the last use. */
  lastUse: string;
  /** Consequence of revoking it. */
  consequence: string;
  revoke(credential: Credential): Html;
}

export function credentialTable(list: readonly Credential[], parts: TableParts): Html {
  if (list.length === 0) return html`<p>None at the moment.</p>`;
  const columns = ['Name', 'May do', 'Made', parts.lastUse, 'Requests', 'Revocation'];
  return html`<div class="table" role="region" aria-label="List" tabindex="0"><table>
<caption>${parts.caption}</caption>
<thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${list.map((credential) => row(credential, parts))}</tbody>
</table></div>`;
}

function row(credential: Credential, { consequence, revoke }: TableParts): Html {
  const { id, name, scopes, created_at, last_used_at } = credential;
  return html`<tr><th scope="row">${name}
<code>${id}</code></th>
<td><ul>${scopes.map((each) => html`<li><code>${each}</code></li>`)}</ul></td>
<td>${formatDateTime(new Date(created_at))}</td>
<td>${last_used_at === null ? 'Never' : formatDateTime(new Date(last_used_at))}</td>
<td><a href="/requests?${String(new URLSearchParams({ client_id: id }))}">Requests<span class="unseen"> of ${name}</span></a></td>
<td><details><summary>Revoke<span class="unseen"> ${name}</span></summary>
<p>${consequence} There is no way back.</p>
${revoke(credential)}
</details></td></tr>`;
}

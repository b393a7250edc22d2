/** Clients or keys as rows: what each may do, its last use, its requests and its end. */
import type { Scope } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';

interface Credential {
  id: string;
  name: string;
  scopes: readonly Scope[];
  created_at: string;
  last_used_at: string | null;
  rotated_at: string | null;
  secret_last_used_at: string | null;
  old_secret: { expires_at: string; last_used_at: string | null } | null;
}

interface TableParts {
  caption: string;
  /** Heading of the time of the last use. */
  lastUse: string;
  /** Consequence of revoking it. */
  consequence: string;
  revoke(credential: Credential): Html;
  rotate(credential: Credential): Html;
  /** Of the secret that a rotation replaced, while it is accepted. */
  endOld(credential: Credential): Html;
}

export function credentialTable(list: readonly Credential[], parts: TableParts): Html {
  if (list.length === 0) return html`<p>None at the moment.</p>`;
  const columns = ['Name', 'May do', 'Made', parts.lastUse, 'Requests', 'Rotation', 'Revocation'];
  return html`<div class="table" role="region" aria-label="List" tabindex="0"><table>
<caption>${parts.caption}</caption>
<thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${list.map((credential) => row(credential, parts))}</tbody>
</table></div>`;
}

const moment = (at: string | null): Html | string =>
  at === null ? 'Never' : formatDateTime(new Date(at));

function row(credential: Credential, parts: TableParts): Html {
  const { consequence, revoke } = parts;
  const { id, name, scopes, created_at, last_used_at } = credential;
  return html`<tr><th scope="row">${name}
<code>${id}</code></th>
<td><ul>${scopes.map((each) => html`<li><code>${each}</code></li>`)}</ul></td>
<td>${formatDateTime(new Date(created_at))}</td>
<td>${moment(last_used_at)}</td>
<td><a href="/requests?${String(new URLSearchParams({ client_id: id }))}">Requests<span class="unseen"> of ${name}</span></a></td>
<td>${rotation(credential, parts)}</td>
<td><details><summary>Revoke<span class="unseen"> ${name}</span></summary>
<p>${consequence} There is no way back.</p>
${revoke(credential)}
</details></td></tr>`;
}

/** Two secrets count for a while: each with its last use, so that the change-over can be watched. */
function rotation(credential: Credential, { rotate, endOld }: TableParts): Html {
  const { name, old_secret, rotated_at, secret_last_used_at } = credential;
  if (!old_secret) {
    return html`${rotated_at === null ? undefined : html`<p>Rotated ${moment(rotated_at)}</p>`}
<details><summary>Rotate<span class="unseen"> ${name}</span></summary>
${rotate(credential)}
</details>`;
  }
  return html`<dl><dt>New secret</dt><dd>made ${moment(rotated_at)}; last used: ${moment(secret_last_used_at)}</dd>
<dt>Previous secret</dt><dd>ends ${moment(old_secret.expires_at)}; last used: ${moment(old_secret.last_used_at)}</dd></dl>
<details><summary>End the previous secret<span class="unseen"> of ${name}</span></summary>
<p>Programs that still use it are refused at once.</p>
${endOld(credential)}
</details>
<details><summary>Rotate again<span class="unseen"> ${name}</span></summary>
<p>Only at once: both secrets end.</p>
${rotate(credential)}
</details>`;
}

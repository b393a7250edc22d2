import type { Job } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { statusChip } from '../../words/labels.ts';

interface TableParts {
  caption: string;
  /** With a column for the organisation that booked. */
  hasTenant?: boolean;
  /** Page of a job, for those who may open it. */
  pathOf?: (job: Job) => string;
  /** Further columns. */
  more?: readonly (readonly [name: string, cell: (job: Job) => Html])[];
}

/** To the booking page, filled in as a job; its reader says which one. */
export const againLink = ({ id, ref }: Pick<Job, 'id' | 'ref'>): Html =>
  html`<a class="target" href="/book?from=${encodeURIComponent(id)}">Book again<span class="unseen"> as ${ref}</span></a>`;

/** Jobs as rows, the reference first. */
export function jobTable(jobs: readonly Job[], { caption, ...parts }: TableParts): Html {
  const { hasTenant, more = [] } = parts;
  const organisation = hasTenant ? ['Organisation'] : [];
  const further = more.map(([name]) => name);
  const columns = ['Job', ...organisation, 'Status', 'From', 'To', 'Due', ...further];
  return html`<div class="table" role="region" aria-label="Jobs" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${jobs.map((job) => row(job, parts))}</tbody>
</table></div>`;
}

const row = (job: Job, { hasTenant, pathOf, more = [] }: Omit<TableParts, 'caption'>): Html =>
  html`<tr><th scope="row">${pathOf ? html`<a href="${pathOf(job)}">${job.ref}</a>` : job.ref}
<span class="soft">${job.reference}</span></th>
${hasTenant && html`<td>${job.tenant.name}</td>`}
<td>${statusChip(job.status)}</td><td>${job.pickup.name}</td><td>${job.dropoff.name}</td>
<td>${formatDateTime(new Date(job.sla_due))}</td>${more.map(([, cell]) => html`<td>${cell(job)}</td>`)}</tr>`;

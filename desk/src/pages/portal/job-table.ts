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
}

/** Jobs as rows, the reference first. */
export function jobTable(
  jobs: readonly Job[],
  { caption, hasTenant = false, pathOf }: TableParts,
): Html {
  const columns = ['Job', ...(hasTenant ? ['Organisation'] : []), 'Status', 'From', 'To', 'Due'];
  return html`<div class="table" role="region" aria-label="Jobs" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${jobs.map((job) => row(job, { hasTenant, pathOf }))}</tbody>
</table></div>`;
}

const row = (
  job: Job,
  { hasTenant, pathOf }: { hasTenant: boolean; pathOf: TableParts['pathOf'] },
): Html =>
  html`<tr><th scope="row">${pathOf ? html`<a href="${pathOf(job)}">${job.ref}</a>` : job.ref}
<span class="soft">${job.reference}</span></th>
${hasTenant ? html`<td>${job.tenant.name}</td>` : undefined}
<td>${statusChip(job.status)}</td><td>${job.pickup.name}</td><td>${job.dropoff.name}</td>
<td>${formatDateTime(new Date(job.sla_due))}</td></tr>`;

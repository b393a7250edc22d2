import { incidentEntries } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { marked } from '../rows/board-table.ts';
import { table } from '../rows/table.ts';
import type { Incident } from './job-data.ts';

interface TableParts {
  caption: string;
  /** With a column for the job. */
  hasJob?: boolean;
}

export const incidentTable = (
  incidents: readonly Incident[],
  { caption, hasJob = false }: TableParts,
): Html =>
  table({
    label: 'Incidents',
    caption,
    columns: ['When', ...(hasJob ? ['Job'] : []), 'Kind', 'Severity', 'What happened'],
    rows: incidents.map(
      ({ occurred_at, job_id, category, severity, description, photo_url }) =>
        html`<th scope="row">${formatDateTime(new Date(occurred_at))}</th>
${hasJob ? html`<td><a class="target" href="/desk/jobs/${encodeURIComponent(job_id)}">${job_id}</a></td>` : undefined}
<td>${incidentEntries.category.choices[category]}</td><td>${marked(incidentEntries.severity.choices[severity], severity === 'high' || severity === 'critical')}</td>
<td>${description}${photo_url === null ? undefined : html` <a class="target" href="${photo_url}">Photo</a>`}</td>`,
    ),
  });

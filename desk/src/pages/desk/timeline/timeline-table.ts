/** All that the picture says, in words. */
import type { Timeline, TimelineJob } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { priorityLabels, statusLabels } from '../../../words/labels.ts';
import { conflictList } from '../assignment/suggestions.ts';
import { timelineAddress } from '../assignment/timeline-address.ts';
import { isAssignable } from '../rows/assignable-jobs.ts';
import { marked } from '../rows/board-table.ts';
import { table } from '../rows/table.ts';

export function timelineTable(day: Timeline): Html {
  const rows = [
    ...day.unassigned.map((job) => row(job, { day, driver: undefined })),
    ...day.drivers.flatMap((each) =>
      each.jobs.map((job) => row(job, { day, driver: `${each.first_name} ${each.last_name}` })),
    ),
  ];
  const free = day.drivers.filter(({ jobs }) => jobs.length === 0);
  return html`${table({
    label: 'Jobs of the timeline',
    caption:
      rows.length === 0
        ? 'No jobs'
        : 'Jobs: without a driver first, then by driver, the next due first',
    columns: ['Job', 'Driver', 'Vehicle', 'Ready', 'Due', 'Status', 'From → to', 'Reasons against'],
    rows,
  })}
${free.length === 0 ? undefined : html`<p>Without a job: ${free.map(({ first_name, last_name }) => `${first_name} ${last_name}`).join(', ')}.</p>`}`;
}

const row = (
  job: TimelineJob,
  { day, driver }: { day: Timeline; driver: string | undefined },
): Html => html`<th scope="row"><a class="target" href="/desk/jobs/${encodeURIComponent(job.id)}">${job.ref}</a>
<span class="soft">${job.service}, ${priorityLabels[job.priority]}, ${job.tenant_name}</span>
${isAssignable(job) ? html`<a class="target" href="${timelineAddress({ date: day.date, job: job.id })}">Choose<span class="unseen"> ${job.ref}</span></a>` : undefined}</th>
<td>${driver ?? marked('None')}</td><td>${job.vehicle?.registration ?? 'None'}</td>
<td>${formatDateTime(new Date(job.starts_at))}</td><td>${formatDateTime(new Date(job.sla_due))}</td>
<td>${statusLabels[job.status]}</td><td>${job.pickup.name} → ${job.dropoff.name}</td>
<td>${conflictList(job.conflicts)}</td>`;

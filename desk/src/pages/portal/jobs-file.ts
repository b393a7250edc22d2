/** Jobs as a file for spreadsheets, by the filter of their list. */
import { type Job, jobs, type OutputOf, withActions } from '@svc/contracts';
import { csvLines } from '@svc/web/csv';
import { nextOf } from '../../address/pager.ts';
import { download } from '../../route/route.ts';
import { priorityLabels, statusLabels } from '../../words/labels.ts';
import { jobFilter, jobListInput } from './job-filter.ts';

/** A page has 100 jobs, so that a file has the newest 10 000. */
const pagesMost = 100;

const columns = [
  ...['job', 'your_reference', 'status', 'service', 'priority', 'from', 'to', 'parcels'],
  ...['cost_centre', 'booked_at', 'due_at', 'delivered_at', 'amount_without_vat', 'currency'],
];

const row = (job: Job) => [
  ...[job.ref, job.reference, statusLabels[job.status], job.service, priorityLabels[job.priority]],
  ...[job.pickup.name, job.dropoff.name, job.parcels, job.cost_centre, job.created_at],
  ...[job.sla_due, job.delivered_at, job.price.amount_cents / 100, job.price.currency],
];

export const jobsFile = download({
  path: '/jobs.csv',
  access: 'jobs:read',
  asks: { jobs: withActions(jobs, 'list') },
  load: async ({ query, clients }) => {
    const wanted = jobListInput(query(jobFilter.query));
    const listed = (starting_after?: string) =>
      clients.jobs.list({ ...wanted, starting_after, limit: 100 });
    return {
      fileName: 'jobs.csv',
      mediaType: 'text/csv; charset=utf-8',
      parts: linesOf(await listed(), listed),
    };
  },
});

type List = OutputOf<(typeof jobs)['actions']['list']>;

async function* linesOf(first: List, listed: (after: string) => Promise<List>) {
  let list = first;
  for (let nth = 0; nth < pagesMost; nth += 1) {
    yield csvLines(columns, list.data.map(row), nth);
    const next = nextOf(list);
    if (next === undefined) return;
    list = await listed(next);
  }
}

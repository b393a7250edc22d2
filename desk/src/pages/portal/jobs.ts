/** Jobs of the person's organisation. */
import { accounts, jobs, status, statuses, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { z } from 'zod';
import { publishedSites } from '../../sandbox/sites.ts';
import { mayOpen } from '../access.ts';
import { dayFilter } from '../entries.ts';
import { selectField, textField } from '../fields.ts';
import { jobTable } from '../job-table.ts';
import { statusLabels } from '../labels.ts';
import { endOfDay, startOfDay } from '../local-time.ts';
import { pager } from '../pager.ts';
import { dataOf, partOf } from '../part.ts';
import { page } from '../route.ts';
import { listAllSites, siteOptions } from './all-sites.ts';
import { handoverCodePage } from './handover-code.ts';
import { jobPage } from './job.ts';
import { downloadRoutes } from './job-downloads.ts';
import { cancelJob, changeJob } from './job-forms.ts';
import { paperRoutes } from './job-papers.ts';
import { optionsOf } from './words.ts';

const filled = (max: number) => z.string().trim().min(1).max(max).optional().catch(undefined);

const jobFilter = z.object({
  status: status.optional().catch(undefined),
  reference: filled(64),
  site: filled(64),
  from: dayFilter,
  until: dayFilter,
  starting_after: filled(64),
});
type JobFilter = z.output<typeof jobFilter>;

/** Days are South African, the last one included. */
const jobListInput = ({ from, until, ...filter }: JobFilter) => ({
  ...filter,
  ...(from !== undefined && { created_gte: startOfDay(from) }),
  ...(until !== undefined && { created_lt: endOfDay(until) }),
});

export const jobsPage = page({
  path: '/jobs',
  access: 'jobs:read',
  nav: 'Jobs',
  title: 'Jobs',
  asks: { jobs: withActions(jobs, 'list'), accounts: withActions(accounts, 'listSites') },
  load: async ({ query, clients, sandbox }) => {
    const wanted = query(jobFilter);
    const [list, sites] = await Promise.all([
      clients.jobs.list(jobListInput(wanted)),
      sandbox ? publishedSites : ownSites(clients),
    ]);
    return { wanted, list, sites };
  },
  render: ({ wanted: { starting_after, ...filter }, list, sites }, { person }) => html`<h1>Jobs</h1>
${mayOpen('quotes:write', person) ? html`<p><a href="/book">Book a job</a></p>` : undefined}
${filterForm(filter, sites)}
${
  list.data.length === 0
    ? html`<p>No job fits.</p>`
    : jobTable(list.data, {
        caption: `${list.total} ${list.total === 1 ? 'job' : 'jobs'}, the newest first`,
        pathOf: ({ id }) => `/jobs/${encodeURIComponent(id)}`,
      })
}
${pager('/jobs', filter, {
  after: starting_after,
  next: list.has_more ? list.data.at(-1)?.id : undefined,
})}`,
});

type Options = readonly (readonly [string, string])[];

async function ownSites({ accounts: asked }: { accounts: OwnSites }): Promise<Options> {
  return siteOptions(dataOf(await partOf(listAllSites(asked))) ?? []);
}
type OwnSites = Parameters<typeof listAllSites>[0];

type Filter = Omit<JobFilter, 'starting_after'>;

const filterForm = (filter: Filter, sites: Options): Html =>
  html`<form class="filter" method="get" action="/jobs">
${selectField({ name: 'status', label: 'Status', options: [['', 'All'], ...optionsOf(statusLabels, statuses)], value: filter.status })}
${textField({ name: 'reference', label: 'Your reference', value: filter.reference, maxLength: 64 })}
${siteFilter(filter.site, sites)}
${textField({ name: 'from', label: 'Booked from', type: 'date', value: filter.from })}
${textField({ name: 'until', label: 'Booked until', type: 'date', value: filter.until })}
<button>Show</button>
</form>`;

/** Without the names of sites a filter that was chosen before stays. */
function siteFilter(site: string | undefined, named: Options): Html {
  const isNamed = site === undefined || named.some(([id]) => id === site);
  const options = [
    ['', 'All'] as const,
    ...named,
    ...(isNamed ? [] : [[site, 'The chosen site'] as const]),
  ];
  return selectField({ name: 'site', label: 'Site', options, value: site });
}

export const jobRoutes = [
  jobsPage,
  jobPage,
  changeJob,
  cancelJob,
  handoverCodePage,
  ...downloadRoutes,
  ...paperRoutes,
];

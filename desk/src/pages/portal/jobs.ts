/** Jobs of the person's organisation. */
import { accounts, jobs, withActions } from '@svc/contracts';
import { html } from '@svc/web/html';
import { nextOf, pager, searchOf } from '../../address/pager.ts';
import type { Options } from '../../form/field.ts';
import type { Known } from '../../form/field-view.ts';
import { mayOpen } from '../../route/access.ts';
import { page } from '../../route/route.ts';
import { publishedSites } from '../../sandbox/sites.ts';
import { dataOf, partOf } from '../../view/part.ts';
import { listAllSites, siteOptions } from './all-sites.ts';
import { handoverCodePage } from './handover-code.ts';
import { jobPage } from './job.ts';
import { downloadRoutes } from './job-downloads.ts';
import { jobFilter, jobListInput } from './job-filter.ts';
import { cancelJob, changeJob } from './job-forms.ts';
import { paperRoutes } from './job-papers.ts';
import { againLink, jobTable } from './job-table.ts';
import { jobsFile } from './jobs-file.ts';

export const jobsPage = page({
  path: '/jobs',
  access: 'jobs:read',
  nav: {
    ...{ label: 'Jobs', icon: 'layout-list' },
    search: { field: 'reference', hint: 'Find jobs by your reference' },
  },
  title: 'Jobs',
  asks: { jobs: withActions(jobs, 'list'), accounts: withActions(accounts, 'listSites') },
  load: async ({ query, clients, sandbox }) => {
    const wanted = query(jobFilter.query);
    const [list, sites] = await Promise.all([
      clients.jobs.list(jobListInput(wanted)),
      sandbox ? publishedSites : ownSites(clients),
    ]);
    return { wanted, list, sites };
  },
  render: (
    { wanted: { starting_after, ...filter }, list, sites },
    { person, sandbox },
  ) => html`<h1>Jobs</h1>
${mayOpen('quotes:write', person) ? html`<p><a href="/book">Book a job</a></p>` : undefined}
${jobFilter.show('/jobs', filter, { known: { site: siteFilter(filter.site, sites) } })}
${!sandbox && html`<p><a href="/jobs.csv${searchOf(filter)}" download>These jobs as a CSV file</a></p>`}
${
  list.data.length === 0
    ? html`<p>No job fits.</p>`
    : jobTable(list.data, {
        caption: `${list.total} ${list.total === 1 ? 'job' : 'jobs'}, the newest first`,
        pathOf: ({ id }) => `/jobs/${encodeURIComponent(id)}`,
        more: !sandbox && mayOpen('jobs:write', person) ? [['Again', againLink]] : [],
      })
}
${pager('/jobs', filter, {
  after: starting_after,
  next: nextOf(list),
})}`,
});

async function ownSites({ accounts: asked }: { accounts: OwnSites }): Promise<Options> {
  return siteOptions(dataOf(await partOf(listAllSites(asked))) ?? []);
}
type OwnSites = Parameters<typeof listAllSites>[0];

/** Without the names of sites a filter that was chosen before stays. */
function siteFilter(site: string | undefined, named: Options): Known {
  const isNamed = site === undefined || named.some(([id]) => id === site);
  return {
    missing: undefined,
    options: isNamed ? named : [...named, [site, 'The chosen site']],
  };
}

export const jobRoutes = [
  jobsPage,
  jobsFile,
  jobPage,
  changeJob,
  cancelJob,
  handoverCodePage,
  ...downloadRoutes,
  ...paperRoutes,
];

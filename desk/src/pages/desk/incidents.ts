import { jobs, opaqueId, withActions } from '@svc/contracts';
import { html } from '@svc/web/html';
import { z } from 'zod';
import { textField } from '../fields.ts';
import { pager } from '../pager.ts';
import { page } from '../route.ts';
import { incidentTable } from './incident-table.ts';

const path = '/desk/incidents';
const filter = z.object({
  job_id: opaqueId.optional().catch(undefined),
  starting_after: opaqueId.optional().catch(undefined),
});

const incidentsPage = page({
  path,
  access: 'ops:dispatch',
  nav: 'Incidents',
  title: 'Incidents',
  asks: { jobs: withActions(jobs, 'listIncidents') },
  load: async ({ query, clients }) => {
    const wanted = query(filter);
    return { wanted, list: await clients.jobs.listIncidents({ ...wanted, limit: 50 }) };
  },
  render: ({ wanted: { job_id, starting_after }, list }) => html`<h1>Incidents</h1>
<p>An incident is reported on the page of its job.</p>
<form class="filter" method="get" action="${path}">
${textField({ name: 'job_id', label: 'Number of the job', type: 'search', value: job_id, maxLength: 64 })}
<button>Show</button>
</form>
${
  list.data.length === 0
    ? html`<p>None.</p>`
    : incidentTable(list.data, { caption: 'Incidents, the newest first', hasJob: true })
}
${pager(path, { job_id }, { after: starting_after, next: list.has_more ? list.data.at(-1)?.id : undefined })}`,
});

export const incidentRoutes = [incidentsPage];

import { jobs, opaqueId, withActions } from '@svc/contracts';
import { html } from '@svc/web/html';
import { nextOf, pager } from '../../address/pager.ts';
import { line } from '../../form/field.ts';
import { filterOf } from '../../form/form-fields.ts';
import { page } from '../../route/route.ts';
import { incidentTable } from './job/incident-table.ts';

const path = '/desk/incidents';
const filter = filterOf({
  job_id: line(opaqueId, { label: 'Number of the job', type: 'search', max: 64 }),
});

const incidentsPage = page({
  path,
  access: 'ops:dispatch',
  nav: { label: 'Incidents', icon: 'triangle-alert' },
  title: 'Incidents',
  asks: { jobs: withActions(jobs, 'listIncidents') },
  load: async ({ query, clients }) => {
    const wanted = query(filter.query);
    return { wanted, list: await clients.jobs.listIncidents({ ...wanted, limit: 50 }) };
  },
  render: ({ wanted: { job_id, starting_after }, list }) => html`<h1>Incidents</h1>
<p>An incident is reported on the page of its job.</p>
${filter.show(path, { job_id })}
${
  list.data.length === 0
    ? html`<p>None.</p>`
    : incidentTable(list.data, { caption: 'Incidents, the newest first', hasJob: true })
}
${pager(path, { job_id }, { after: starting_after, next: nextOf(list) })}`,
});

export const incidentRoutes = [incidentsPage];

import { accounts, type DeskSite, opaqueId, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { nextOf, pager } from '../../address/pager.ts';
import { line } from '../../form/field.ts';
import { filterOf } from '../../form/form-fields.ts';
import { page } from '../../route/route.ts';
import { siteTypeLabels } from '../../words/labels.ts';
import { table } from './rows/table.ts';

const path = '/desk/sites';
export const tenantFilter = line(opaqueId, {
  ...{ label: 'Id of the organisation', type: 'search', max: 64 },
  hint: 'ten_…; empty for all',
});
const filter = filterOf({ tenant_id: tenantFilter });

const sitesPage = page({
  path,
  access: 'ops:dispatch',
  nav: { label: 'Sites', icon: 'building', group: 'Network' },
  title: 'Sites of all organisations',
  asks: { accounts: withActions(accounts, 'listSitesForDesk') },
  load: async ({ query, clients }) => {
    const wanted = query(filter.query);
    return { wanted, list: await clients.accounts.listSitesForDesk({ ...wanted, limit: 50 }) };
  },
  render: ({
    wanted: { tenant_id, starting_after },
    list,
  }) => html`<h1>Sites of all organisations</h1>
${filter.show(path, { tenant_id })}
${siteTable(list.data)}
${pager(path, { tenant_id }, { after: starting_after, next: nextOf(list) })}`,
});

const siteTable = (sites: readonly DeskSite[]): Html =>
  table({
    label: 'Sites',
    caption: sites.length === 0 ? 'No sites' : 'Sites, the newest first',
    columns: ['Name', 'Kind', 'Address', 'Telephone', 'Receives', 'Organisation'],
    rows: sites.map(
      ({ name, type, address, phone, receiving_hours, time_zone, tenant_id, shared }) =>
        html`<th scope="row">${name}</th><td>${siteTypeLabels[type]}</td><td>${address}</td>
<td>${phone ?? 'None'}</td><td>${receiving_hours} <span class="soft">${time_zone}</span></td>
<td>${tenant_id}${shared ? ', shared with all' : ''}</td>`,
    ),
  });

export const deskSiteRoutes = [sitesPage];

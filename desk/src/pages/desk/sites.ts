import { accounts, type DeskSite, opaqueId, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { z } from 'zod';
import { textField } from '../fields.ts';
import { siteTypeLabels } from '../labels.ts';
import { pager } from '../pager.ts';
import { page } from '../route.ts';
import { table } from './table.ts';

const path = '/desk/sites';
const filter = z.object({
  tenant_id: opaqueId.optional().catch(undefined),
  starting_after: opaqueId.optional().catch(undefined),
});

const sitesPage = page({
  path,
  access: 'ops:dispatch',
  nav: 'Sites',
  title: 'Sites of all organisations',
  asks: { accounts: withActions(accounts, 'listSitesForDesk') },
  load: async ({ query, clients }) => {
    const wanted = query(filter);
    return { wanted, list: await clients.accounts.listSitesForDesk({ ...wanted, limit: 50 }) };
  },
  render: ({
    wanted: { tenant_id, starting_after },
    list,
  }) => html`<h1>Sites of all organisations</h1>
<form class="filter" method="get" action="${path}">
${textField({ name: 'tenant_id', label: 'Id of the organisation', hint: 'ten_…; empty for all', type: 'search', value: tenant_id, maxLength: 64 })}
<button>Show</button>
</form>
${siteTable(list.data)}
${pager(path, { tenant_id }, { after: starting_after, next: list.has_more ? list.data.at(-1)?.id : undefined })}`,
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

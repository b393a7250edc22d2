/** Places of the organisation, and those that are shared with it. */
import { accounts, type Site, withActions } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { type Html, html } from '@svc/web/html';
import { z } from 'zod';
import { pager } from '../../address/pager.ts';
import { page } from '../../route/route.ts';
import { siteTypeLabels } from '../../words/labels.ts';
import { listAllSites } from './all-sites.ts';
import { createSite, newSiteForm, siteForm, updateSite } from './site-forms.ts';

const cursor = z.object({ starting_after: z.string().max(64).optional().catch(undefined) });
const limit = 50;

const sitesPage = page({
  path: '/sites',
  access: 'admin:sites',
  nav: { label: 'Sites', icon: 'building', group: 'Organisation' },
  title: 'Sites',
  asks: { accounts: withActions(accounts, 'listSites') },
  load: async ({ query, clients }) => {
    const { starting_after } = query(cursor);
    return { starting_after, list: await clients.accounts.listSites({ limit, starting_after }) };
  },
  render: ({ starting_after, list }) => html`<h1>Sites</h1>
<p><a href="/sites/new">Add a site</a></p>
<div class="table" role="region" aria-label="Sites" tabindex="0"><table>
<caption>${list.total} ${list.total === 1 ? 'site' : 'sites'}, own ones by name, then shared ones</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Kind</th><th scope="col">Address</th><th scope="col">Receives</th><th scope="col">Whose</th></tr></thead>
<tbody>${list.data.map(row)}</tbody>
</table></div>
${pager('/sites', {}, { after: starting_after, next: list.has_more ? list.data.at(-1)?.id : undefined })}`,
});

const row = ({ id, name, type, address, receiving_hours, shared }: Site): Html =>
  html`<tr><th scope="row"><a href="/sites/${encodeURIComponent(id)}">${name}</a></th><td>${siteTypeLabels[type]}</td><td>${address}</td><td>${receiving_hours}</td><td>${shared ? 'Shared' : 'Yours'}</td></tr>`;

const newSitePage = page({
  path: '/sites/new',
  access: 'admin:sites',
  title: 'New site',
  asks: {},
  load: async () => undefined,
  render: (_data, context) => html`<h1>New site</h1>
${newSiteForm(context)}`,
});

const sitePage = page({
  path: '/sites/{id}',
  access: 'admin:sites',
  asks: { accounts: withActions(accounts, 'listSites') },
  load: async ({ param, clients }) => {
    const sites = await listAllSites(clients.accounts);
    const site = sites.find(({ id }) => id === param('id'));
    if (!site) throw new Refusal('not_found', 'No such site.');
    return { site };
  },
  title: ({ site }) => site.name,
  render: ({ site }, context) => html`<h1>${site.name}</h1>
${
  site.shared
    ? html`<p>This site is shared with you. Whose it is can change it.</p>
<p>${site.address}</p>
<p>Receives: ${site.receiving_hours}</p>`
    : siteForm(site, context)
}
<p><a href="/sites">All sites</a></p>`,
});

export const siteRoutes = [sitesPage, newSitePage, createSite, sitePage, updateSite];

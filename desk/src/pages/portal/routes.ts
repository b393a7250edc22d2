/** Recurring routes: what is collected on which days, and their latest stops. */
import { accounts, type OutputOf, partner, pricing, type Route, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { chip, type Tone } from '@svc/web/parts';
import { z } from 'zod';
import { cursor, nextOf, pager } from '../../address/pager.ts';
import { page, type RenderContext } from '../../route/route.ts';
import { dataOf, partOf } from '../../view/part.ts';
import { dayLabels } from '../../words/labels.ts';
import { formatDay } from '../../words/local-time.ts';
import { profileOptions, profileText } from '../../words/profile.ts';
import { table } from '../desk/rows/table.ts';
import { listAllSites, typedSites } from './all-sites.ts';
import { serviceOptions } from './book.ts';
import { factList } from './job-views.ts';
import { createRoute, endRoute, setRouteStatus } from './route-forms.ts';
import { codeWords } from './words.ts';

const statusTones: Readonly<Record<Route['status'], Tone>> = {
  active: 'good',
  paused: 'warn',
  ended: 'calm',
};
const statusOf = ({ status }: Route): Html => chip(statusTones[status], codeWords(status));
const daysOf = ({ days }: Route): string => days.map((each) => dayLabels[each]).join(', ');
const nextRun = ({ next_run_on }: Route): string =>
  next_run_on === null ? 'None' : formatDay(next_run_on);

const routesPage = page({
  path: '/routes',
  access: 'jobs:write',
  nav: { label: 'Routes', icon: 'calendar-clock' },
  title: 'Routes',
  asks: {
    partner: withActions(partner, 'listRoutes'),
    accounts: withActions(accounts, 'listSites', 'bookingSites'),
    pricing: withActions(pricing, 'listQuotes'),
  },
  load: async ({ query, clients }) => {
    const { starting_after } = query(z.object(cursor));
    const [list, sites, { quotable_skus }, booker] = await Promise.all([
      clients.partner.listRoutes({ starting_after }),
      listAllSites(clients.accounts).then(typedSites),
      clients.pricing.listQuotes({}),
      partOf(clients.accounts.bookingSites({ site_ids: [] })),
    ]);
    const profiles = profileOptions(dataOf(booker)?.policies.temperature_profiles);
    return { starting_after, list, sites, services: quotable_skus, profiles };
  },
  render: ({ starting_after, list, sites, services, profiles }, { forms }) => html`<h1>Routes</h1>
${forms.fold(
  createRoute,
  { label: 'Add a route', about: 'Each stop is booked as a job, 24 hours ahead, on its days.' },
  {
    submit: 'Add the route',
    known: {
      sku: { options: serviceOptions(services) },
      temperature_profile: { options: profiles },
      dropoff_site_id: { options: sites.map(([, label]) => [label, label]) },
    },
  },
)}
${list.data.length === 0 ? html`<p class="empty">No route yet.</p>` : routeTable(list.data)}
${pager('/routes', {}, { after: starting_after, next: nextOf(list) })}`,
});

const routeTable = (routes: readonly Route[]): Html =>
  table({
    ...{ label: 'Routes', caption: 'Routes, the newest first' },
    columns: ['Route', 'Status', 'Days', 'Stops', 'Next run'],
    rows: routes.map(
      (each) =>
        html`<th scope="row"><a href="/routes/${encodeURIComponent(each.id)}">${each.name}</a></th>
<td>${statusOf(each)}</td><td>${daysOf(each)}</td><td>${each.stops.length}</td><td>${nextRun(each)}</td>`,
    ),
  });

const routePage = page({
  path: '/routes/{id}',
  access: 'jobs:write',
  asks: {
    partner: withActions(partner, 'getRoute'),
    accounts: withActions(accounts, 'listSites'),
  },
  load: async ({ param, clients }) => {
    const [route, sites] = await Promise.all([
      clients.partner.getRoute({ id: param('id') }),
      listAllSites(clients.accounts).then(typedSites),
    ]);
    return { route, names: new Map(sites) };
  },
  title: ({ route }) => `Route ${route.name}`,
  render: ({ route, names }, context) => {
    const siteOf = (id: string): string => names.get(id) ?? id;
    return html`<div class="title"><h1>Route ${route.name}</h1>${statusOf(route)}</div>
${route.status !== 'ended' && statusForms(route, context)}
${factList([
  ['Next run', nextRun(route)],
  ['Days', daysOf(route)],
  ['From', formatDay(route.starts_on)],
  ['Until', route.ends_on === null ? 'No end' : formatDay(route.ends_on)],
  ['Public holidays', route.skip_public_holidays ? 'Left out' : 'It runs'],
  ['Service', `${route.sku}${profileText(route)}`],
  ['Cost centre', route.cost_centre ?? 'As your policies say'],
  ['Delivers to', siteOf(route.dropoff_site_id)],
  [
    'Stops',
    html`${route.stops.map(({ site_id, window }) => html`<div>${window} ${siteOf(site_id)}</div>`)}`,
  ],
])}
<h2>Latest stops</h2>
${table({
  ...{ label: 'Latest stops', caption: 'The newest first' },
  columns: ['Day', 'Window', 'Site', 'Outcome', 'Job'],
  rows: route.runs.map((run) => runRow(run, siteOf)),
})}
<p><a href="/routes">All routes</a></p>`;
  },
});

type Run = OutputOf<typeof partner.actions.getRoute>['runs'][number];

const runRow = (run: Run, siteOf: (id: string) => string): Html => {
  const { run_on, window, site_id, status, reason, job_id, ref } = run;
  const why = reason !== null && html` <span class="soft">${codeWords(reason)}</span>`;
  return html`<th scope="row">${formatDay(run_on)}</th><td>${window}</td><td>${siteOf(site_id)}</td>
<td>${codeWords(status)}${why}</td>
<td>${job_id !== null && html`<a href="/jobs/${encodeURIComponent(job_id)}">${ref ?? job_id}</a>`}</td>`;
};

const statusForms = ({ id, status }: Route, { forms }: RenderContext): Html => {
  const [next, submit] = status === 'active' ? ['paused', 'Pause'] : ['active', 'Resume'];
  return html`<section aria-label="Actions" class="actions">
${forms.show(setRouteStatus, { params: { id }, submit, values: { status: next } })}
${forms.fold(endRoute, { label: 'End' }, { params: { id }, submit: 'End the route' })}</section>`;
};

export const routeRoutes = [routesPage, createRoute, routePage, setRouteStatus, endRoute];

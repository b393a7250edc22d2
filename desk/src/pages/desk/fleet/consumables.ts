/** Consumables handed out at sites: balances by site and by person, the records, and the form. */
import {
  accounts,
  type ConsumableKind,
  type HandOut,
  jobs,
  opaqueId,
  tracking,
  withActions,
} from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { z } from 'zod';
import { nextOf, pager } from '../../../address/pager.ts';
import { choice, choiceOrNone, line, moment, number, orNone, pick } from '../../../form/field.ts';
import { filterOf } from '../../../form/form-fields.ts';
import { form, page } from '../../../route/route.ts';
import { fullName } from '../../../words/labels.ts';
import { allDrivers, loadPlaces, placeName, refsOf } from '../assignment/fleet.ts';
import { actorName } from '../job/job-chain.ts';
import { table } from '../rows/table.ts';

const path = '/desk/consumables';
const kindLabels: Readonly<Record<ConsumableKind, string>> = {
  ...{ seal: 'Seals', cool_pack: 'Cool packs', box: 'Boxes that stay' },
  ...{ bag: 'Bags', label_roll: 'Rolls of labels' },
};
const kinds = Object.entries(kindLabels);

const handOutConsumables = form(tracking, 'handOutConsumables', {
  ...{ path: '/desk/consumables/add', access: 'ops:dispatch', home: path },
  fields: {
    kind: choice(kindLabels, { label: 'Kind' }),
    direction: choice(
      { out: 'Handed out', back: 'Taken back, or recorded by mistake' },
      { label: 'What happened' },
    ),
    count: number(z.int().min(1).max(9_999), { label: 'How many' }),
    site_id: pick(opaqueId, { label: 'Site', missing: 'Choose the site.' }),
    job_id: orNone(line(opaqueId, { label: 'Job', hint: 'Number or id, if they came with a job' })),
    at: moment({ label: 'When', hint: 'Empty for now' }),
  },
  input: ({ fields: { direction, count, ...fields } }) => ({
    ...{ ...fields, count: direction === 'back' ? -count : count },
  }),
  refusals: {
    unknown_site: { field: 'site_id' },
    job_not_found: { text: 'There is no job with this number.', field: 'job_id' },
    invalid_time: { field: 'at' },
  },
});

const filter = filterOf({
  kind: choiceOrNone(kindLabels, { label: 'Kind', first: 'All' }),
  site_id: pick(opaqueId, { label: 'Site', first: 'All', missing: '' }),
});

const consumablesPage = page({
  ...{ path, access: 'ops:dispatch', title: 'Consumables' },
  nav: { label: 'Consumables', icon: 'package-plus', group: 'Fleet' },
  asks: {
    tracking: withActions(tracking, 'listHandOuts', 'listDrivers', 'listVehicles'),
    accounts: withActions(accounts, 'listSitesForDesk'),
    jobs: withActions(jobs, 'locateForDesk'),
  },
  load: async ({ query, clients }) => {
    const wanted = query(filter.query);
    const [list, places, drivers] = await Promise.all([
      clients.tracking.listHandOuts({ ...wanted, limit: 50 }),
      loadPlaces(clients),
      allDrivers(clients),
    ]);
    const refs = await refsOf(list.data, clients);
    const names = new Map(drivers.map((each) => [each.id, fullName(each)]));
    return { wanted, list, places, names, refs };
  },
  render: ({ wanted, list, places, names, refs }, { forms }) => {
    const { starting_after: after, ...shown } = wanted;
    const siteName = (id: string) => placeName(id, places);
    const personName = (by: string) => actorName(by, names);
    const options = places.sites;
    const ofSites = list.totals.map((sum) => ({ ...sum, holder: siteName(sum.site_id) }));
    const ofPeople = list.by_person.map((sum) => ({ ...sum, holder: personName(sum.by) }));
    return html`<h1>Consumables</h1>
${filter.show(path, shown, { known: { site_id: { options, missing: undefined } } })}
<h2>Balance</h2>
${balance('Site', ofSites)}
<h2>Handed out</h2>
${balance('Person', ofPeople)}
<h2>Records</h2>
${handOutTable(list.data, { siteName, personName, refs })}
${pager(path, shown, { after, next: nextOf(list) })}
${forms.fold(
  handOutConsumables,
  { label: 'Record consumables' },
  { submit: 'Record', prefix: 'new', known: { site_id: { options } } },
)}`;
  },
});

interface NamedSum {
  holder: string;
  kind: ConsumableKind;
  count: number;
}

/** A row for each name: people of one kind of actor share it. */
const balance = (column: string, sums: readonly NamedSum[]): Html =>
  table({
    label: `By ${column.toLowerCase()}`,
    caption: `By ${column.toLowerCase()}`,
    columns: [column, ...kinds.map(([, label]) => label)],
    rows: [...Map.groupBy(sums, ({ holder }) => holder)]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([holder, own]) => {
        const counts = kinds.map(([kind]) =>
          own.reduce((sum, each) => (each.kind === kind ? sum + each.count : sum), 0),
        );
        return html`<th scope="row">${holder}</th>${counts.map((count) => html`<td>${count}</td>`)}`;
      }),
  });

interface HandOutNames {
  siteName(id: string): string;
  personName(by: string): string;
  refs: ReadonlyMap<string, string>;
}

const handOutTable = (
  records: readonly HandOut[],
  { siteName, personName, refs }: HandOutNames,
): Html =>
  table({
    label: 'Records',
    caption: records.length === 0 ? 'Nothing recorded' : 'The last recorded first',
    columns: ['What', 'Count', 'Site', 'When', 'By', 'Job'],
    rows: records.map(
      ({ kind, count, site_id, at, by, job_id }) =>
        html`<th scope="row">${kindLabels[kind]}</th><td>${count}</td><td>${siteName(site_id)}</td>
<td>${formatDateTime(new Date(at))}</td><td>${personName(by)}</td>
<td>${job_id === null ? 'None' : html`<a class="target" href="/desk/jobs/${job_id}">${refs.get(job_id) ?? job_id}</a>`}</td>`,
    ),
  });

export const consumableRoutes = [consumablesPage, handOutConsumables];

import { type Driver, tracking, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { nextOf, pager } from '../../../address/pager.ts';
import { form, page } from '../../../route/route.ts';
import { fullName } from '../../../words/labels.ts';
import { driverDocuments } from '../assignment/documents.ts';
import { call } from '../job/job-facts.ts';
import { table } from '../rows/table.ts';
import { checkPapers, documentList, paperRows, papersOf } from './document-fields.ts';
import { driverPageRoutes } from './driver.ts';
import { driverNames } from './driver-forms.ts';
import { putDriverDocument, renewalForm } from './renewal.ts';
import { fleetFilter, retiredChip, wantedStatus } from './status.ts';

const path = '/desk/drivers';

const createDriver = form(tracking, 'createDriver', {
  path: '/desk/drivers/add',
  access: 'ops:dispatch',
  fields: {
    ...driverNames,
    ...paperRows(driverDocuments),
  },
  check: checkPapers,
  input: ({ fields: { first_name, last_name, ...entered } }) => ({
    ...{ first_name, last_name, documents: papersOf(entered) },
  }),
  home: path,
});

const driversPage = page({
  path,
  access: 'ops:dispatch',
  nav: { label: 'Drivers', icon: 'users', group: 'Fleet' },
  title: 'Drivers',
  asks: { tracking: withActions(tracking, 'listDrivers') },
  load: async ({ query, clients }) => {
    const wanted = query(fleetFilter.query);
    const list = await clients.tracking.listDrivers({ ...wantedStatus(wanted), limit: 50 });
    return { wanted, list };
  },
  render: ({ wanted, list }, { now, forms }) => html`<h1>Drivers</h1>
${fleetFilter.show(path, wanted)}
${driverTable(list.data, now)}
${pager(path, { status: wanted.status }, { after: wanted.starting_after, next: nextOf(list) })}
${renewalForm({ type: 'driver', options: list.data.map((each) => [each.id, fullName(each)]) }, forms)}
${forms.fold(createDriver, { label: 'Add a driver' }, { submit: 'Add the driver' })}`,
});

const driverTable = (drivers: readonly Driver[], now: Date): Html =>
  table({
    label: 'Drivers',
    caption: drivers.length === 0 ? 'No drivers' : 'Drivers, the newest first',
    columns: ['Name', 'Telephone', 'Base', 'Documents', 'Devices', 'Added'],
    rows: drivers.map((driver) => {
      const { id, phone, base, documents, created_at } = driver;
      const name = fullName(driver);
      return html`<th scope="row"><a class="target" href="/desk/drivers/${id}">${name}</a>${retiredChip(driver)}</th>
<td>${phone === null ? 'None' : call(phone)}</td><td>${base?.name ?? 'None'}</td><td>${documentList(documents, now)}</td>
<td><a href="/desk/drivers/${id}/devices">Devices<span class="unseen"> of ${name}</span></a></td>
<td>${formatDateTime(new Date(created_at))}</td>`;
    }),
  });

export const driverRoutes = [driversPage, createDriver, putDriverDocument, ...driverPageRoutes];

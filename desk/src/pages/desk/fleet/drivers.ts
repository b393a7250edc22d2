import { type Driver, tracking, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { z } from 'zod';
import { cursor, nextOf, pager } from '../../../address/pager.ts';
import { line } from '../../../form/field.ts';
import { form, page } from '../../../route/route.ts';
import { driverDocuments } from '../assignment/documents.ts';
import { table } from '../rows/table.ts';
import { checkPapers, documentList, paperRows, papersOf } from './document-fields.ts';
import { putDriverDocument, renewalForm } from './renewal.ts';

const path = '/desk/drivers';

const { first_name, last_name } = tracking.actions.createDriver.input.shape;

const createDriver = form(tracking, 'createDriver', {
  path: '/desk/drivers/add',
  access: 'ops:dispatch',
  fields: {
    first_name: line(first_name, {
      ...{ label: 'First name', hint: 'All that customers see' },
      missing: 'The first name is missing.',
    }),
    last_name: line(last_name, {
      ...{ label: 'Last name', hint: 'Seen by the desk alone' },
      missing: 'The last name is missing.',
    }),
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
    const { starting_after } = query(z.object(cursor));
    return {
      starting_after,
      list: await clients.tracking.listDrivers({ starting_after, limit: 50 }),
    };
  },
  render: ({ starting_after, list }, { now, forms }) => html`<h1>Drivers</h1>
${driverTable(list.data, now)}
${pager(path, {}, { after: starting_after, next: nextOf(list) })}
${renewalForm({ type: 'driver', options: list.data.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]) }, forms)}
${forms.fold(createDriver, { label: 'Add a driver' }, { submit: 'Add the driver' })}`,
});

const driverTable = (drivers: readonly Driver[], now: Date): Html =>
  table({
    label: 'Drivers',
    caption: drivers.length === 0 ? 'No drivers' : 'Drivers, the newest first',
    columns: ['Name', 'Documents', 'Photo', 'Devices', 'Client', 'Added'],
    rows: drivers.map(
      ({ id, first_name, last_name, documents, has_photo, client_id, created_at }) =>
        html`<th scope="row">${first_name} ${last_name}</th><td>${documentList(documents, now)}</td>
<td>${has_photo ? 'Set' : 'None'}</td><td><a href="/desk/drivers/${id}/devices">Devices<span class="unseen"> of ${first_name} ${last_name}</span></a></td><td>${client_id ?? 'None'}</td><td>${formatDateTime(new Date(created_at))}</td>`,
    ),
  });

export const driverRoutes = [driversPage, createDriver, putDriverDocument];

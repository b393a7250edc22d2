import { tracking, type Vehicle, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { z } from 'zod';
import { cursor, nextOf, pager } from '../../../address/pager.ts';
import { line } from '../../../form/field.ts';
import { form, page } from '../../../route/route.ts';
import { vehicleDocuments } from '../assignment/documents.ts';
import { positionOf } from '../job/job-facts.ts';
import { table } from '../rows/table.ts';
import { checkPapers, documentList, paperRows, papersOf } from './document-fields.ts';
import { putVehicleDocument, renewalForm } from './renewal.ts';

const path = '/desk/vehicles';
const noPlate = 'A number plate has 2 to 20 characters.';
const { registration } = tracking.actions.createVehicle.input.shape;

const createVehicle = form(tracking, 'createVehicle', {
  path: '/desk/vehicles/add',
  access: 'ops:dispatch',
  fields: {
    registration: line(registration, {
      ...{ label: 'Number plate', hint: 'e.g. CA 123-456', max: 20 },
      missing: noPlate,
      error: noPlate,
    }),
    ...paperRows(vehicleDocuments),
  },
  check: checkPapers,
  input: ({ fields: { registration, ...entered } }) => ({
    ...{ registration, documents: papersOf(entered) },
  }),
  home: path,
});

const aboutColdBoxes =
  'A document of the kind cold_box says that the vehicle carries a cold box, and until when it is qualified.';

const vehiclesPage = page({
  path,
  access: 'ops:dispatch',
  nav: { label: 'Vehicles', icon: 'truck', group: 'Fleet' },
  title: 'Vehicles',
  asks: { tracking: withActions(tracking, 'listVehicles') },
  load: async ({ query, clients }) => {
    const { starting_after } = query(z.object(cursor));
    return {
      starting_after,
      list: await clients.tracking.listVehicles({ starting_after, limit: 50 }),
    };
  },
  render: ({ starting_after, list }, { now, forms }) => html`<h1>Vehicles</h1>
${vehicleTable(list.data, now)}
${pager(path, {}, { after: starting_after, next: nextOf(list) })}
${renewalForm({ type: 'vehicle', options: list.data.map(({ id, registration }) => [id, registration]) }, forms)}
${forms.fold(createVehicle, { label: 'Add a vehicle', about: aboutColdBoxes }, { submit: 'Add the vehicle' })}`,
});

const vehicleTable = (vehicles: readonly Vehicle[], now: Date): Html =>
  table({
    label: 'Vehicles',
    caption: vehicles.length === 0 ? 'No vehicles' : 'Vehicles, the newest first',
    columns: ['Number plate', 'Documents', 'Last position', 'Added'],
    rows: vehicles.map(
      ({ registration, documents, last_position, created_at }) =>
        html`<th scope="row">${registration}</th><td>${documentList(documents, now)}</td>
<td>${last_position === null ? 'None yet' : positionOf(last_position)}</td><td>${formatDateTime(new Date(created_at))}</td>`,
    ),
  });

export const vehicleRoutes = [vehiclesPage, createVehicle, putVehicleDocument];

import { tracking, type Vehicle, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { nextOf, pager } from '../../../address/pager.ts';
import { form, page } from '../../../route/route.ts';
import { vehicleDocuments } from '../assignment/documents.ts';
import { positionOf } from '../job/job-facts.ts';
import { table } from '../rows/table.ts';
import { checkPapers, documentList, paperRows, papersOf } from './document-fields.ts';
import { putVehicleDocument, renewalForm } from './renewal.ts';
import { fleetFilter, retiredChip, wantedStatus } from './status.ts';
import { capacityText, registration, vehiclePageRoutes } from './vehicle.ts';

const path = '/desk/vehicles';

const createVehicle = form(tracking, 'createVehicle', {
  path: '/desk/vehicles/add',
  access: 'ops:dispatch',
  fields: {
    registration,
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
    const wanted = query(fleetFilter.query);
    const list = await clients.tracking.listVehicles({ ...wantedStatus(wanted), limit: 50 });
    return { wanted, list };
  },
  render: ({ wanted, list }, { now, forms }) => html`<h1>Vehicles</h1>
${fleetFilter.show(path, wanted)}
${vehicleTable(list.data, now)}
${pager(path, { status: wanted.status }, { after: wanted.starting_after, next: nextOf(list) })}
${renewalForm({ type: 'vehicle', options: list.data.map(({ id, registration }) => [id, registration]) }, forms)}
${forms.fold(createVehicle, { label: 'Add a vehicle', about: aboutColdBoxes }, { submit: 'Add the vehicle' })}`,
});

const vehicleTable = (vehicles: readonly Vehicle[], now: Date): Html =>
  table({
    label: 'Vehicles',
    caption: vehicles.length === 0 ? 'No vehicles' : 'Vehicles, the newest first',
    columns: ['Number plate', 'Base', 'Room', 'Documents', 'Last position', 'Added'],
    rows: vehicles.map((vehicle) => {
      const { id, registration: plate, base, documents, last_position, created_at } = vehicle;
      return html`<th scope="row"><a class="target" href="/desk/vehicles/${id}">${plate}</a>${retiredChip(vehicle)}</th>
<td>${base?.name ?? 'None'}</td><td>${capacityText(vehicle)}</td><td>${documentList(documents, now)}</td>
<td>${last_position === null ? 'None yet' : positionOf(last_position)}</td><td>${formatDateTime(new Date(created_at))}</td>`;
    }),
  });

export const vehicleRoutes = [
  vehiclesPage,
  createVehicle,
  putVehicleDocument,
  ...vehiclePageRoutes,
];

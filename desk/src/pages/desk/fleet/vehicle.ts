/** The page of a vehicle, and the forms that change it. */
import {
  accounts,
  capacity as capacityRule,
  jobs,
  opaqueId,
  type TemperatureClass,
  temperatureClasses,
  tracking,
  type Vehicle,
  withActions,
} from '@svc/contracts';
import { html } from '@svc/web/html';
import { card } from '@svc/web/parts';
import { formatDateTime } from '@svc/web/times';
import { type Field, inGroup, line, numberOrNull, pickOrNull } from '../../../form/field.ts';
import type { FieldValues } from '../../../form/form-fields.ts';
import { changedMembers } from '../../../form/originals.ts';
import { form, page } from '../../../route/route.ts';
import { dataOf, partOf } from '../../../view/part.ts';
import { loadPlaces, placeName } from '../assignment/fleet.ts';
import { positionOf } from '../job/job-facts.ts';
import { facts } from '../rows/table.ts';
import { documentList } from './document-fields.ts';
import { hubCards } from './hub-cards.ts';
import { baseFields, baseOf, baseRefusals, baseValues, checkBase, retiredChip } from './status.ts';

const noPlate = 'A number plate has 2 to 20 characters.';
export const registration = line(tracking.actions.createVehicle.input.shape.registration, {
  ...{ label: 'Number plate', hint: 'e.g. CA 123-456', max: 20 },
  ...{ missing: noPlate, error: noPlate },
});

export const capacityText = ({ capacity }: Pick<Vehicle, 'capacity'>): string =>
  capacity.map((each) => `${each.temperature_class}: ${each.parcels}`).join(', ') || 'Not recorded';

const roomRule = capacityRule.element.shape.parcels;
const roomFields = inGroup(
  { legend: 'Room', about: 'Parcels at one time. Empty where no limit is known.' },
  Object.fromEntries(
    temperatureClasses.map(
      (each) => [`room_${each}`, numberOrNull(roomRule, { label: each })] as const,
    ),
  ) as Record<`room_${TemperatureClass}`, Field<number | null>>,
);

const path = '/desk/vehicles/{id}';
const common = { access: 'ops:dispatch', home: path } as const;
const hubSite = pickOrNull(opaqueId, {
  ...{ label: 'Hub at', first: 'None: it drives' },
  hint: 'A hub stands at a site, and parcels rest in it.',
});
const fields = { registration, hub_site_id: hubSite, ...baseFields, ...roomFields };
const inputOf = (entered: FieldValues<typeof fields>) => ({
  ...{ registration: entered.registration, hub_site_id: entered.hub_site_id },
  base: baseOf(entered),
  capacity: temperatureClasses.flatMap((temperature_class) => {
    const parcels = entered[`room_${temperature_class}`];
    return parcels === null ? [] : [{ temperature_class, parcels }];
  }),
});

const updateVehicle = form(tracking, 'updateVehicle', {
  ...common,
  ...{ path: '/desk/vehicles/{id}/update', fields, check: checkBase },
  refusals: { ...baseRefusals, registration_taken: { field: 'registration' } },
  keepsOriginals: true,
  input: ({ fields: entered, originals, param }) => ({
    id: param('id'),
    ...changedMembers(inputOf(entered), originals && inputOf(originals)),
  }),
});

const retireVehicle = form(tracking, 'updateVehicle', {
  ...common,
  path: '/desk/vehicles/{id}/retire',
  input: ({ param }) => ({ id: param('id'), status: 'retired' as const }),
});
const reinstateVehicle = form(tracking, 'updateVehicle', {
  ...common,
  path: '/desk/vehicles/{id}/reinstate',
  input: ({ param }) => ({ id: param('id'), status: 'active' as const }),
});

const aboutRetirement = 'It is assigned nowhere and not on the map. Open jobs keep the vehicle.';

const vehiclePage = page({
  ...{ path, access: 'ops:dispatch' },
  asks: {
    tracking: withActions(tracking, 'getVehicle', 'listVehicles'),
    accounts: withActions(accounts, 'listSitesForDesk'),
    jobs: withActions(jobs, 'getHub'),
  },
  load: async ({ param, clients }) => {
    const vehicle = await clients.tracking.getVehicle({ id: param('id') });
    const isHere = vehicle.hub_site_id !== null && vehicle.status === 'active';
    const [places, hub] = await Promise.all([
      loadPlaces(clients),
      isHere ? partOf(clients.jobs.getHub({ id: vehicle.id })).then(dataOf) : undefined,
    ]);
    return { vehicle, places, hub };
  },
  title: ({ vehicle }) => vehicle.registration,
  render: ({ vehicle, places, hub }, { forms, now }) => {
    const params = { id: vehicle.id };
    const rooms = vehicle.capacity.map((each) => [`room_${each.temperature_class}`, each.parcels]);
    const values = { ...vehicle, ...baseValues(vehicle), ...Object.fromEntries(rooms) };
    return html`<p><a class="target" href="/desk/vehicles">Vehicles</a></p>
<div class="title"><h1>${vehicle.registration}</h1>${retiredChip(vehicle)}</div>
<section aria-label="Changes" class="actions">
${forms.fold(updateVehicle, { label: 'Correct' }, { params, submit: 'Save the changes', values, known: { hub_site_id: { options: places.sites } } })}
${
  vehicle.status === 'active'
    ? forms.fold(
        retireVehicle,
        { label: 'Retire', about: aboutRetirement },
        { params, submit: 'Retire the vehicle' },
      )
    : forms.show(reinstateVehicle, { params, submit: 'Bring back' })
}
</section>
${hub && hubCards(hub, now)}
${card(
  { title: 'On file' },
  facts([
    ['Hub at', vehicle.hub_site_id === null ? undefined : placeName(vehicle.hub_site_id, places)],
    ['Base', vehicle.base?.name ?? 'None'],
    ['Room', capacityText(vehicle)],
    ['Documents', documentList(vehicle.documents, now)],
    [
      'Last position',
      vehicle.last_position === null ? 'None yet' : positionOf(vehicle.last_position),
    ],
    ['Added', formatDateTime(new Date(vehicle.created_at))],
  ]),
)}`;
  },
});

export const vehiclePageRoutes = [vehiclePage, updateVehicle, retireVehicle, reinstateVehicle];

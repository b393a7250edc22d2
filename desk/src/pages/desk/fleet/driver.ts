/** The page of a driver: what is on file, shifts, and the forms that change them. */
import { type Driver, tracking, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { card } from '@svc/web/parts';
import { formatDateTime } from '@svc/web/times';
import { page, type RenderContext } from '../../../route/route.ts';
import { dayLabels, fullName } from '../../../words/labels.ts';
import { formatDay } from '../../../words/local-time.ts';
import { allVehicles, isHub } from '../assignment/fleet.ts';
import { call } from '../job/job-facts.ts';
import { facts, table } from '../rows/table.ts';
import { documentList } from './document-fields.ts';
import {
  driverPath,
  putException,
  putWeek,
  reinstateDriver,
  removeException,
  retireDriver,
  updateDriver,
} from './driver-forms.ts';
import { baseValues, retiredChip } from './status.ts';

const driverPage = page({
  path: driverPath,
  access: 'ops:dispatch',
  asks: { tracking: withActions(tracking, 'getDriver', 'listVehicles') },
  load: async ({ param, clients }) => {
    const [driver, vehicles] = await Promise.all([
      clients.tracking.getDriver({ id: param('id') }),
      allVehicles(clients, 'active'),
    ]);
    return { driver, hubs: vehicles.filter(isHub) };
  },
  title: ({ driver }) => fullName(driver),
  render: ({ driver, hubs }, context) => {
    const options = hubs.map((hub) => [hub.id, hub.registration] as const);
    const kept = options.find(([hub]) => hub === driver.hub_id)?.[1];
    const { id, phone, base, documents, has_photo, client_id } = driver;
    const { forms, now } = context;
    const params = { id };
    const edited = {
      ...{ params, prefix: 'edit', submit: 'Save the changes', known: { hub_id: { options } } },
      values: { ...driver, ...baseValues(driver) },
    };
    return html`<p><a class="target" href="/desk/drivers">Drivers</a></p>
<div class="title"><h1>${fullName(driver)}</h1>${retiredChip(driver)}</div>
<section aria-label="Changes" class="actions">
${forms.fold(updateDriver, { label: 'Correct' }, edited)}
${
  driver.status === 'active'
    ? forms.fold(retireDriver, { label: 'Retire' }, { params, submit: 'Retire the driver' })
    : forms.show(reinstateDriver, { params, submit: 'Bring back' })
}
</section>
<div class="split"><div>${card({ title: 'Shifts' }, shiftsOf(driver, context))}</div>
<div>${card(
      { title: 'On file' },
      facts([
        ['Telephone', phone === null ? 'None' : call(phone)],
        ['Keeps the hub', kept],
        ['Base', base?.name ?? 'None'],
        ['Documents', documentList(documents, now)],
        ['Photo', has_photo ? 'Set' : 'None'],
        ['Devices', html`<a class="target" href="/desk/drivers/${id}/devices">Devices</a>`],
        ['Client', client_id ?? 'None'],
        ['Added', formatDateTime(new Date(driver.created_at))],
      ]),
    )}</div></div>`;
  },
});

function shiftsOf({ id, shifts }: Driver, { forms }: RenderContext): Html {
  const params = { id };
  const { week = [], exceptions = [] } = shifts ?? {};
  const values = week.flatMap(({ day, from, to }) => [
    [`${day}_from`, from],
    [`${day}_to`, to],
  ]);
  return html`${
    shifts === null
      ? html`<p>Not recorded: any time suits.</p>`
      : table({
          ...{ label: 'Shifts', caption: 'Shifts of a week; other days are off' },
          columns: ['Day', 'From', 'To'],
          rows: week.map(
            ({ day, from, to }) =>
              html`<th scope="row">${dayLabels[day]}</th>${times({ from, to })}`,
          ),
        })
  }
${forms.fold(putWeek, { label: 'Change the week', about: 'South African time. An end at or before the start is on the next day.' }, { params, prefix: 'week', submit: 'Save the week', values: Object.fromEntries(values) })}
${
  exceptions.length > 0 &&
  table({
    ...{ label: 'Exceptions', caption: 'Days on which the week does not hold' },
    columns: ['Day', 'From', 'To', 'Removal'],
    rows: exceptions.map(
      ({ date, from, to }) => html`<th scope="row">${formatDay(date)}</th>${times({ from, to })}
<td>${forms.show(removeException, { params, values: { date }, submit: 'Remove', submitOf: formatDay(date) })}</td>`,
    ),
  })
}
${forms.fold(putException, { label: 'Add an exception', about: 'A day off where both times are left empty.' }, { params, prefix: 'except', submit: 'Add the exception' })}`;
}

const times = ({ from, to }: { from: string | null; to: string | null }): Html =>
  from === null || to === null
    ? html`<td colspan="2">Off</td>`
    : html`<td>${from}</td><td>${to}${to <= from && ', the next day'}</td>`;

export const driverPageRoutes = [
  driverPage,
  updateDriver,
  retireDriver,
  reinstateDriver,
  putWeek,
  putException,
  removeException,
];

/** Jobs of the board, selected in their rows, for one driver. */
import { type Driver, jobs, type Vehicle } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { ticks } from '../../form/field.ts';
import type { FormView } from '../../form/form-view.ts';
import { form } from '../../route/route.ts';
import { driverAndVehicle } from './job/assign.ts';
import { pickForm } from './rows/board-table.ts';
import { jobChoice } from './timeline/timeline-choice.ts';

export const assignMany = form(jobs, 'assignMany', {
  path: '/desk/assign',
  access: 'ops:dispatch',
  fields: {
    jobs: ticks(jobChoice.entry, { label: 'Jobs', missing: 'Select jobs in their rows.' }),
    ...driverAndVehicle,
  },
  input: ({ fields, person }) => ({ ...fields, by: person.user.name }),
  home: '/desk',
});

interface Crew {
  drivers: readonly Driver[];
  vehicles: readonly Vehicle[];
}

/** Below the board, in sight while it scrolls. */
export const assignManyBar = (forms: FormView, { drivers, vehicles }: Crew): Html =>
  html`<section class="bulk" aria-label="Selected jobs"><p id="picked" role="status">Select jobs to assign them.</p>
${forms.show(assignMany, {
  ...{ id: pickForm, submit: 'Assign', submitOf: 'the selected jobs', prefix: 'many' },
  known: {
    jobs: { isLeftOut: true },
    driver_id: {
      options: drivers.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]),
    },
    vehicle_id: { options: vehicles.map(({ id, registration }) => [id, registration]) },
  },
})}</section>`;

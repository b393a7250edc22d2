/** Driver and vehicle of a job, with the drivers that the service suggests; and the way back. */
import { type Html, html } from '@svc/web/html';
import { formatTime } from '@svc/web/times';
import type { FormView } from '../../../form/form-view.ts';
import { localDayOf } from '../../../words/local-time.ts';
import { vehicleOptions } from '../assignment/documents.ts';
import { noFleet } from '../assignment/fleet.ts';
import { suggestedOptions, suggestionTable } from '../assignment/suggestions.ts';
import { assign, transferAtDesk, undoAssignment } from './assign.ts';
import type { JobPageData } from './job-data.ts';

export interface AssignContext {
  data: JobPageData;
  forms: FormView;
  now: Date;
}

export function assignForm({ data, forms, now }: AssignContext): Html {
  const { job, fleet, suggestions, id } = data;
  if (!fleet) return noFleet;
  const ofDay = { date: localDayOf(now), job: job.id };
  return html`${suggestions !== null && suggestionTable(suggestions, job.ref, ofDay)}
${forms.show(assign, {
  ...{ params: { id }, prefix: 'assign', values: job },
  submit: job.driver === null ? 'Assign' : 'Assign these instead',
  known: {
    driver_id: { options: suggestedOptions(fleet.drivers, suggestions) },
    vehicle_id: { options: vehicleOptions(fleet.vehicles, job, now) },
  },
})}`;
}

/** Driver and vehicle for parcels on board. */
export const transferForm = ({ data: { job, fleet, id }, forms, now }: AssignContext): Html =>
  fleet
    ? forms.show(transferAtDesk, {
        ...{ params: { id }, prefix: 'transfer', values: { version: job.version } },
        submit: 'Transfer',
        known: {
          driver_id: { options: suggestedOptions([...fleet.drivers, ...fleet.keepers], null) },
          vehicle_id: { options: vehicleOptions([...fleet.vehicles, ...fleet.hubs], job, now) },
        },
      })
    : noFleet;

/** While the service can undo it; it decides anew when asked. */
export const undoForm = ({ data: { job, id }, forms, now }: AssignContext): Html | undefined =>
  job.undo
    ? html`<section aria-label="Latest assignment" class="notice">
<p>Assigned by ${job.undo.by}, ${formatTime(new Date(job.undo.at), now)}.</p>
${forms.show(undoAssignment, {
  ...{ params: { id }, prefix: 'undo', values: job },
  ...{ submit: 'Undo', submitOf: 'the assignment' },
})}</section>`
    : undefined;

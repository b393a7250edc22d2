/** Driver and vehicle of a job, with the drivers that the service suggests; and the way back. */
import { type Html, html } from '@svc/web/html';
import { formatTime } from '@svc/web/times';
import type { FormView } from '../../../form/form-view.ts';
import { localDayOf } from '../../../words/local-time.ts';
import { vehicleOptions } from '../assignment/documents.ts';
import { suggestedOptions, suggestionTable } from '../assignment/suggestions.ts';
import { timelineAddress } from '../assignment/timeline-address.ts';
import { assign, undoAssignment } from './assign.ts';
import type { JobPageData } from './job-data.ts';

interface AssignContext {
  data: JobPageData;
  forms: FormView;
  now: Date;
}

export function assignForm({ data, forms, now }: AssignContext): Html {
  const { job, fleet, suggestions, id } = data;
  if (!fleet) {
    return html`<p>Drivers and vehicles are not available at the moment: their service does not answer. Try again in a minute.</p>`;
  }
  return html`${suggestions ? suggestionTable(suggestions, { ref: job.ref, choose: ({ driver_id, vehicle }) => timelineAddress({ date: localDayOf(now), job: job.id, driver: driver_id, ...(vehicle && { vehicle: vehicle.vehicle_id }) }) }) : undefined}
${forms.show(assign, {
  ...{ params: { id }, prefix: 'assign', values: job },
  submit: job.driver === null ? 'Assign' : 'Assign these instead',
  known: {
    driver_id: { options: suggestedOptions(fleet.drivers, suggestions) },
    vehicle_id: { options: vehicleOptions(fleet.vehicles, job, now) },
  },
})}`;
}

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

/** Driver and vehicle of a job, with the drivers that the service suggests; and the way back. */
import { type Html, html } from '@svc/web/html';
import { formatTime } from '@svc/web/times';
import { selectField } from '../fields.ts';
import type { FormView } from '../form-view.ts';
import { localDayOf } from '../local-time.ts';
import { assign, undoAssignment } from './assign.ts';
import { ownDecisionFields } from './decision-fields.ts';
import { vehicleOptions } from './documents.ts';
import type { JobPageData } from './job-data.ts';
import { suggestedOptions, suggestionTable } from './suggestions.ts';
import { timelineAddress } from './timeline-address.ts';

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
  const choose = ['', 'Choose…'] as const;
  const drivers = suggestedOptions(fleet.drivers, suggestions);
  return html`${suggestions ? suggestionTable(suggestions, { ref: job.ref, choose: ({ driver_id, vehicle }) => timelineAddress({ date: localDayOf(now), job: job.id, driver: driver_id, ...(vehicle && { vehicle: vehicle.vehicle_id }) }) }) : undefined}
${forms.show(assign, {
  params: { id },
  submit: job.driver === null ? 'Assign' : 'Assign these instead',
  fields: (
    entries,
  ) => html`${selectField({ name: 'driver_id', label: 'Driver', options: [choose, ...drivers], value: job.driver_id ?? '', required: true }, entries)}
${selectField({ name: 'vehicle_id', label: 'Vehicle', options: [choose, ...vehicleOptions(fleet.vehicles, job, now)], value: job.vehicle_id ?? '', required: true }, entries)}
${ownDecisionFields({ form: 'assign', version: job.version, confirm: 'They take this job' }, entries)}`,
})}`;
}

/** While the service can undo it; it decides anew when asked. */
export const undoForm = ({ data: { job, id }, forms, now }: AssignContext): Html | undefined =>
  job.undo
    ? html`<section aria-label="Latest assignment" class="notice">
<p>Assigned by ${job.undo.by}, ${formatTime(new Date(job.undo.at), now)}.</p>
${forms.show(undoAssignment, {
  params: { id },
  submit: 'Undo',
  submitOf: 'the assignment',
  fields: (entries) =>
    ownDecisionFields({ form: 'undo', version: job.version, confirm: 'Undo it' }, entries),
})}</section>`
    : undefined;

/** Assignments from the timeline: the same commands as on the page of a job. */
import {
  type Driver,
  jobs,
  opaqueId,
  type Timeline,
  type TimelineJob,
  type Vehicle,
} from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatTime } from '@svc/web/times';
import { z } from 'zod';
import { ruleEntry } from '../entries.ts';
import { hiddenField, selectField } from '../fields.ts';
import type { FormEntries, FormView } from '../form-view.ts';
import { form } from '../route.ts';
import { ownChoice, ownChoiceFields } from './decision-fields.ts';
import { type Suggestions, suggestedOptions } from './suggestions.ts';
import { timelineAddress, timelinePath } from './timeline-address.ts';
import { choiceOf, isAssignable, jobChoiceEntry } from './timeline-choice.ts';

const date = z.iso.date().catch('');
const back = (_output: unknown, { fields }: { fields: { date: string } }): string =>
  fields.date === '' ? timelinePath : timelineAddress({ date: fields.date });

export const assignHere = form(jobs, 'assign', {
  path: `${timelinePath}/assign`,
  access: 'ops:dispatch',
  fields: z.object({
    job: jobChoiceEntry,
    driver_id: ruleEntry(opaqueId, 'Choose a driver.'),
    vehicle_id: ruleEntry(opaqueId, 'Choose a vehicle.'),
    date,
    ...ownChoice,
  }),
  input: ({ fields: { job, driver_id, vehicle_id, reason }, person }) => ({
    ...job,
    ...{ driver_id, vehicle_id, reason },
    by: person.user.name,
  }),
  home: timelinePath,
  next: back,
});

export const undoHere = form(jobs, 'undoAssignment', {
  path: `${timelinePath}/undo`,
  access: 'ops:dispatch',
  fields: z.object({ job: jobChoiceEntry, date, ...ownChoice }),
  input: ({ fields: { job, reason }, person }) => ({ ...job, reason, by: person.user.name }),
  home: timelinePath,
  next: back,
});

export interface Chosen {
  job?: string | undefined;
  driver?: string | undefined;
  vehicle?: string | undefined;
}

interface AssignParts {
  day: Timeline;
  fleet: { drivers: readonly Driver[]; vehicles: readonly Vehicle[] };
  suggestions: Suggestions | null;
  chosen: Chosen;
}

const choose = ['', 'Choose…'] as const;

export function timelineAssignForm(forms: FormView, parts: AssignParts): Html {
  const { day, fleet, suggestions, chosen } = parts;
  const drivers = suggestedOptions(fleet.drivers, suggestions);
  const vehicles = fleet.vehicles.map(({ id, registration }) => [id, registration] as const);
  const jobs = jobsOf(day).filter(isAssignable);
  return forms.show(assignHere, {
    submit: 'Assign',
    fields: (entries) => html`${hiddenField('date', day.date)}
${selectField({ name: 'job', label: 'Job', options: [choose, ...jobs.map(jobOption)], value: freshChoice(jobs, chosen.job), required: true }, fresh(entries, jobs))}
${selectField({ name: 'driver_id', label: 'Driver', options: [choose, ...drivers], value: chosen.driver, required: true }, entries)}
${selectField({ name: 'vehicle_id', label: 'Vehicle', options: [choose, ...vehicles], value: chosen.vehicle, required: true }, entries)}
${ownChoiceFields({ form: 'assign', confirm: 'They take this job' }, entries)}`,
  });
}

const jobOption = (job: TimelineJob) =>
  [
    choiceOf(job),
    `${job.ref}: ${job.pickup.name} → ${job.dropoff.name}${job.driver_id === null ? '' : ' (assigned)'}`,
  ] as const;

const freshChoice = (jobs: readonly TimelineJob[], id: string | undefined) => {
  const job = jobs.find((each) => each.id === id);
  return job && choiceOf(job);
};

/** After a refusal the job stays chosen, as it is now. */
const fresh = (entries: FormEntries, jobs: readonly TimelineJob[]): FormEntries => ({
  ...entries,
  value: (name) => {
    const entered = entries.value(name);
    return entered && (freshChoice(jobs, entered.split('.')[0]) ?? entered);
  },
});

/** The latest assignment, while the service can undo it; it decides anew when asked. */
export function undoNotice(forms: FormView, { day, now }: { day: Timeline; now: Date }): Html {
  const [latest] = jobsOf(day)
    .flatMap((job) => (job.undo ? [{ job, undo: job.undo }] : []))
    .toSorted((a, b) => (a.undo.at < b.undo.at ? 1 : -1));
  if (!latest) return html``;
  const { job, undo } = latest;
  const driver = day.drivers.find(({ driver_id }) => driver_id === job.driver_id);
  return html`<section aria-label="Latest assignment" class="notice">
<p>${job.ref} is assigned to ${driver ? `${driver.first_name} ${driver.last_name}` : 'a driver'}, by ${undo.by}, ${formatTime(new Date(undo.at), now)}.</p>
${forms.show(undoHere, {
  submit: 'Undo',
  submitOf: `the assignment of ${job.ref}`,
  fields: (entries) => [
    hiddenField('job', choiceOf(job)),
    hiddenField('date', day.date),
    ownChoiceFields({ form: 'undo', confirm: 'Undo it' }, entries),
  ],
})}</section>`;
}

export const jobsOf = ({ unassigned, drivers }: Timeline): TimelineJob[] => [
  ...unassigned,
  ...drivers.flatMap(({ jobs }) => jobs),
];

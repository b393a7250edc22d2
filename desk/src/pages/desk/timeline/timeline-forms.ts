/** Assignments from the timeline: the same commands as on the page of a job. */
import { type Driver, jobs, type Timeline, type TimelineJob, type Vehicle } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatTime } from '@svc/web/times';
import type { FormView } from '../../../form/form-view.ts';
import { form } from '../../../route/route.ts';
import { fullName } from '../../../words/labels.ts';
import { type Suggestions, suggestedOptions } from '../assignment/suggestions.ts';
import { timelineAddress, timelinePath } from '../assignment/timeline-address.ts';
import { driverAndVehicle } from '../job/assign.ts';
import { optionalReason } from '../job/decision-fields.ts';
import { choiceOf, isAssignable } from '../rows/assignable-jobs.ts';
import { jobChoice } from './timeline-choice.ts';
import { keptWindow, type WantedWindow } from './timeline-window.ts';

const back = (_output: unknown, { fields }: { fields: WantedWindow }): string =>
  timelineAddress({ date: fields.date, hours: fields.hours, from: fields.from });

export const assignHere = form(jobs, 'assign', {
  path: `${timelinePath}/assign`,
  access: 'ops:dispatch',
  fields: { ...keptWindow, job: jobChoice, ...driverAndVehicle, ...optionalReason },
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
  fields: { job: { ...jobChoice, control: 'hidden' as const }, ...keptWindow },
  input: ({ fields: { job }, person }) => ({ ...job, by: person.user.name }),
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
  wanted: WantedWindow;
  fleet: { drivers: readonly Driver[]; vehicles: readonly Vehicle[] };
  suggestions: Suggestions | null;
  chosen: Chosen;
}

export function timelineAssignForm(forms: FormView, parts: AssignParts): Html {
  const { day, wanted, fleet, suggestions, chosen } = parts;
  const jobs = jobsOf(day).filter(isAssignable);
  return forms.show(assignHere, {
    ...{ submit: 'Assign', prefix: 'assign' },
    values: {
      ...wanted,
      job: freshChoice(jobs, chosen.job),
      driver_id: chosen.driver,
      vehicle_id: chosen.vehicle,
    },
    known: {
      job: {
        options: jobs.map(jobOption),
        // After a refusal the job stays chosen, as it is now.
        renewed: (entered) => freshChoice(jobs, entered.split('.')[0]) ?? entered,
      },
      driver_id: { options: suggestedOptions(fleet.drivers, suggestions) },
      vehicle_id: {
        options: fleet.vehicles.map(({ id, registration }) => [id, registration] as const),
      },
    },
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

/** The latest assignment, while the service can undo it; it decides anew when asked. */
export function undoNotice(
  forms: FormView,
  { day, wanted, now }: { day: Timeline; wanted: WantedWindow; now: Date },
): Html {
  const [latest] = jobsOf(day)
    .flatMap((job) => (job.undo ? [{ job, undo: job.undo }] : []))
    .toSorted((a, b) => (a.undo.at < b.undo.at ? 1 : -1));
  if (!latest) return html``;
  const { job, undo } = latest;
  const driver = day.drivers.find(({ driver_id }) => driver_id === job.driver_id);
  return html`<section aria-label="Latest assignment" class="notice">
<p>${job.ref} is assigned to ${driver ? fullName(driver) : 'a driver'}, by ${undo.by}, ${formatTime(new Date(undo.at), now)}.</p>
${forms.show(undoHere, {
  ...{ submit: 'Undo', submitOf: `the assignment of ${job.ref}`, prefix: 'undo' },
  values: { job: choiceOf(job), ...wanted },
})}</section>`;
}

export const jobsOf = ({ unassigned, drivers }: Timeline): TimelineJob[] => [
  ...unassigned,
  ...drivers.flatMap(({ jobs }) => jobs),
];

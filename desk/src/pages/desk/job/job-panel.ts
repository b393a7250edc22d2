/** A job beside the board: how it is, and who could take it. The board's script shows it there. */
import { type Driver, jobs, tracking, type Vehicle, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { folded, personName } from '@svc/web/parts';
import { z } from 'zod';
import { searchOf } from '../../../address/pager.ts';
import { hidden } from '../../../form/field.ts';
import type { FormView } from '../../../form/form-view.ts';
import { page } from '../../../route/route.ts';
import { dataOf, partOf } from '../../../view/part.ts';
import { fullName } from '../../../words/labels.ts';
import { assignMany } from '../assign-many.ts';
import { vehicleOptions } from '../assignment/documents.ts';
import { activeFleet, noFleet } from '../assignment/fleet.ts';
import {
  type Suggestion,
  type Suggestions,
  suggestedOptions,
  summaryOf,
} from '../assignment/suggestions.ts';
import { choiceOf, isAssignable } from '../rows/assignable-jobs.ts';
import { driverAndVehicle } from './assign.ts';
import { jobPath } from './hand-offs.ts';
import type { DeskJobDetail } from './job-data.ts';
import { jobState } from './job-head.ts';

/** Drivers with a button of their own. */
const shownDrivers = 5;

const known = hidden(z.string());
const assignAny = { ...assignMany, fields: { ...driverAndVehicle, jobs: known } };
const assignAsSuggested = {
  ...assignMany,
  fields: { jobs: known, driver_id: known, vehicle_id: known },
};

interface Crew {
  drivers: readonly Driver[];
  vehicles: readonly Vehicle[];
  suggestions: Suggestions;
}

export const jobPanel = page({
  path: `${jobPath}/panel`,
  access: 'ops:dispatch',
  asks: {
    jobs: withActions(jobs, 'getForDesk', 'suggestDrivers'),
    tracking: withActions(tracking, 'getDriver', 'listDrivers', 'listVehicles'),
  },
  load: async ({ param, clients }) => {
    const job = await clients.jobs.getForDesk({ id: param('id') });
    const driver = job.driver && partOf(clients.tracking.getDriver({ id: job.driver.driver_id }));
    const read = isAssignable(job)
      ? Promise.all([activeFleet(clients), clients.jobs.suggestDrivers({ id: job.id })])
      : undefined;
    const found = read && dataOf(await partOf(read));
    const crew = found && { ...found[0], suggestions: found[1] };
    return { job, driver: driver && dataOf(await driver), crew };
  },
  title: ({ job }) => `Job ${job.ref}`,
  render: ({ job, driver, crew }, { forms, now }) => html`<h1 class="unseen">Job ${job.ref}</h1>
<section id="job-panel" aria-label="Job ${job.ref}">
${jobState({ job, driver }, now, {
  before: html`<h2>${job.ref}</h2>`,
  after: html`<a class="button" href="/desk/labels${searchOf({ jobs: job.id })}" download>Labels</a>
<a class="button" href="/desk/jobs/${encodeURIComponent(job.id)}">Open</a>`,
})}
${isAssignable(job) && (crew ? driverChoices({ job, crew, forms, now }) : noFleet)}
</section>`,
});

interface Choices {
  job: DeskJobDetail;
  crew: Crew;
  forms: FormView;
  now: Date;
}

function driverChoices({ job, crew, forms, now }: Choices): Html {
  const { drivers, vehicles, suggestions } = crew;
  const values = { jobs: choiceOf(job) };
  const best = suggestions.data
    .filter(({ vehicle, rank }) => vehicle !== null && rank !== null)
    .slice(0, shownDrivers);
  return html`<h3>${job.driver === null ? 'Assign to' : 'Assign to another driver'}</h3>
${best.length > 0 && html`<ol class="choices">${best.map((each) => html`<li>${driverChoice(each, { values, forms })}</li>`)}</ol>`}
${folded(
  { label: 'Any driver and vehicle', isOpen: best.length === 0 },
  forms.show(assignAny, {
    ...{ values, submit: 'Assign', prefix: 'panel' },
    known: {
      driver_id: { options: suggestedOptions(drivers, suggestions) },
      vehicle_id: { options: vehicleOptions(vehicles, job, now) },
    },
  }),
)}`;
}

const driverChoice = (
  suggestion: Suggestion,
  { values, forms }: { values: object; forms: FormView },
): Html => {
  const { driver_id, vehicle } = suggestion;
  const name = fullName(suggestion);
  return html`<div>${personName(name)}<span class="soft">${summaryOf(suggestion)}; ${vehicle?.registration}</span></div>
${forms.show(assignAsSuggested, {
  ...{ submit: 'Assign', submitOf: `to ${name}`, prefix: driver_id },
  values: { ...values, driver_id, vehicle_id: vehicle?.vehicle_id },
})}`;
};

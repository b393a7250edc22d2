/** The timeline of the control desk: who carries what, when, and what speaks against it. */
import { jobs, opaqueId, type Timeline, withActions } from '@svc/contracts';
import type { Clients } from '@svc/kit/client';
import { type Html, html } from '@svc/web/html';
import { formatTime } from '@svc/web/times';
import { pager } from '../../../address/pager.ts';
import { day, hidden } from '../../../form/field.ts';
import { filterOf } from '../../../form/form-fields.ts';
import { page } from '../../../route/route.ts';
import { dataOf, partOf } from '../../../view/part.ts';
import { addDays, formatDay } from '../../../words/local-time.ts';
import { allDrivers, allVehicles, fleetAsked } from '../assignment/fleet.ts';
import { suggestionTable } from '../assignment/suggestions.ts';
import { timelineAddress, timelinePath } from '../assignment/timeline-address.ts';
import { isAssignable } from '../rows/assignable-jobs.ts';
import {
  assignHere,
  type Chosen,
  jobsOf,
  timelineAssignForm,
  undoHere,
  undoNotice,
} from './timeline-forms.ts';
import { picture } from './timeline-picture.ts';
import { timelineTable } from './timeline-table.ts';

/** What is chosen is in the address alone. */
const chosenId = hidden(opaqueId);
const wantedDay = filterOf({
  date: day({ label: 'Day, with the one after it', missing: 'Enter a day.' }),
  ...{ job: chosenId, driver: chosenId, vehicle: chosenId },
});
const isLeftOut = { isLeftOut: true };

const asked = { jobs: withActions(jobs, 'timeline', 'suggestDrivers'), tracking: fleetAsked };

const timelinePage = page({
  path: timelinePath,
  access: 'ops:dispatch',
  nav: { label: 'Timeline', icon: 'calendar-clock' },
  title: 'Timeline',
  asks: asked,
  script: new URL('../../../browser/timeline-drag.ts', import.meta.url),
  load: async ({ query, clients, now }) => {
    const { date, starting_after, ...chosen } = query(wantedDay.query);
    const [day, fleet] = await Promise.all([
      clients.jobs.timeline({ date, starting_after, limit: 50 }),
      partOf(fleetOf(clients)).then(dataOf),
    ]);
    const job = jobsOf(day).find((each) => each.id === chosen.job && isAssignable(each));
    const suggestions = job && dataOf(await partOf(clients.jobs.suggestDrivers({ id: job.id })));
    return { day, fleet, now, starting_after, chosen, job, suggestions: suggestions ?? null };
  },
  render: (
    { day, fleet, now, starting_after, chosen, job, suggestions },
    { forms },
  ) => html`<h1>Timeline</h1>
${days(day)}
<p class="soft">As of ${formatTime(now, now)}</p>
<p id="timeline-news" role="status"></p>
${undoNotice(forms, { day, now })}
<desk-timeline>
${picture({ day, now })}
<h2 id="assign">Assign</h2>
<p class="soft">Choose here, or drag a block onto the row of a driver.</p>
${suggestions && job ? suggestionTable(suggestions, { ref: job.ref, choose: ({ driver_id, vehicle }) => chooseAddress(day, { job: job.id, driver: driver_id, vehicle: vehicle?.vehicle_id }) }) : undefined}
${fleet ? timelineAssignForm(forms, { day, fleet, suggestions, chosen }) : html`<p>Drivers and vehicles are not available at the moment: their service does not answer. Try again in a minute.</p>`}
</desk-timeline>
<h2>All jobs of the picture</h2>
${timelineTable(day)}
${day.has_more_unassigned ? html`<p>More jobs wait for a driver than are shown.</p>` : undefined}
${pager(timelinePath, { date: day.date }, { after: starting_after, next: day.has_more ? day.drivers.at(-1)?.driver_id : undefined })}`,
});

async function fleetOf(clients: Clients<typeof asked>) {
  const [drivers, vehicles] = await Promise.all([allDrivers(clients), allVehicles(clients)]);
  return { drivers, vehicles };
}

const chooseAddress = ({ date }: Timeline, { job, driver, vehicle }: Chosen): string =>
  timelineAddress({
    date,
    ...(job !== undefined && { job }),
    ...(driver !== undefined && { driver }),
    ...(vehicle !== undefined && { vehicle }),
  });

const days = ({ date }: Timeline): Html => {
  const dayLink = (each: string) =>
    html`<a class="target" href="${timelineAddress({ date: each })}">${formatDay(each)}</a>`;
  return wantedDay.show(
    timelinePath,
    { date },
    {
      known: { job: isLeftOut, driver: isLeftOut, vehicle: isLeftOut },
      more: html`${dayLink(addDays(date, -1))}
<a class="target" href="${timelinePath}">Today</a>
${dayLink(addDays(date, 1))}`,
    },
  );
};

export const timelineRoutes = [timelinePage, assignHere, undoHere];

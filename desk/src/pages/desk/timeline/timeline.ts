/** The timeline of the control desk: who carries what, when, and what speaks against it. */
import { jobs, opaqueId, type TimelineJob, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatTime } from '@svc/web/times';
import { pager } from '../../../address/pager.ts';
import { hidden } from '../../../form/field.ts';
import { filterOf } from '../../../form/form-fields.ts';
import { page } from '../../../route/route.ts';
import { dataOf, partOf } from '../../../view/part.ts';
import { activeFleet, fleetAsked, noFleet } from '../assignment/fleet.ts';
import { conflictList, suggestionTable } from '../assignment/suggestions.ts';
import { timelineAddress, timelinePath } from '../assignment/timeline-address.ts';
import { isAssignable } from '../rows/assignable-jobs.ts';
import { assignHere, jobsOf, timelineAssignForm, undoHere, undoNotice } from './timeline-forms.ts';
import { picture } from './timeline-picture.ts';
import {
  type HourWindow,
  movedAddress,
  type WantedWindow,
  windowFields,
  windowOf,
} from './timeline-window.ts';

/** What is chosen is in the address alone. */
const chosenId = hidden(opaqueId);
const filter = filterOf({
  ...windowFields,
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
    const { date, hours, from, starting_after, ...chosen } = query(filter.query);
    const [day, fleet] = await Promise.all([
      clients.jobs.timeline({ date, starting_after, limit: 50 }),
      partOf(activeFleet(clients)).then(dataOf),
    ]);
    const job = jobsOf(day).find((each) => each.id === chosen.job && isAssignable(each));
    const suggestions = job && dataOf(await partOf(clients.jobs.suggestDrivers({ id: job.id })));
    const wanted = { date: day.date, hours, from };
    const span = windowOf(wanted, now);
    return { day, span, wanted, fleet, now, starting_after, chosen, job, suggestions };
  },
  render: (
    { day, span, wanted, fleet, now, starting_after, chosen, job, suggestions = null },
    { forms },
  ) => html`<h1 class="unseen">Timeline</h1>
${windows(span, wanted, now)}
<p id="timeline-news" class="unseen" role="status"></p>
<desk-timeline>
${undoNotice(forms, { day, wanted, now })}
${picture({ day, span, wanted, now })}
<p class="soft">${legend}${day.drivers.some(({ shifts }) => shifts !== null) && ' Shaded: off shift.'}</p>
<section class="card assign"><h2 id="assign">Assign</h2>
${job && chosenView(job)}
${suggestions !== null && job && suggestionTable(suggestions, job.ref, { ...wanted, job: job.id })}
${fleet ? timelineAssignForm(forms, { day, wanted, fleet, suggestions, chosen }) : noFleet}
</section>
${day.has_more_unassigned && html`<p>More jobs wait for a driver than are shown.</p>`}
${pager(timelinePath, wanted, { after: starting_after, next: day.has_more ? day.drivers.at(-1)?.driver_id : undefined })}
</desk-timeline>`,
});

const chosenView = ({ id, ref, tenant_name, pickup, dropoff, conflicts }: TimelineJob): Html =>
  html`<p><a href="/desk/jobs/${encodeURIComponent(id)}">${ref}</a>: ${pickup.name} → ${dropoff.name}, ${tenant_name}</p>
${conflicts.length > 0 && conflictList(conflicts)}`;

const legend =
  'Drag a job onto a driver to assign it. Dashed: in doubt. Thick: cannot hold. Darker end: overdue.';

const windows = (span: HourWindow, wanted: WantedWindow, now: Date): Html => {
  const link = (address: string, text: string) =>
    html`<a class="button" href="${address}">${text}</a>`;
  const step = span.count / 2;
  return filter.show(timelinePath, wanted, {
    known: { from: isLeftOut, job: isLeftOut, driver: isLeftOut, vehicle: isLeftOut },
    more: html`${link(movedAddress(span, -step, wanted), 'Earlier')}
${link(timelineAddress({ hours: wanted.hours }), 'Now')}
${link(movedAddress(span, step, wanted), 'Later')}
${link('#assign', 'Assign')}
<p class="soft">As of ${formatTime(now, now)}</p>`,
  });
};

export const timelineRoutes = [timelinePage, assignHere, undoHere];

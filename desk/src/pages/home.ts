/** Start page of every role: today's bookings, and links to what the person opens most. */
import { type Job, jobs, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { icon } from '@svc/web/icon';
import { type Stat, stats } from '@svc/web/parts';
import { mayOpen } from '../route/access.ts';
import { page, type RenderContext } from '../route/route.ts';
import { partView, scopedPart } from '../view/part.ts';
import { roleLabels } from '../words/labels.ts';
import { localDayOf, startOfDay } from '../words/local-time.ts';
import { dueState, isOver } from './desk/rows/urgency.ts';
import { jobTable } from './portal/job-table.ts';

type Today = { data: readonly Job[]; total: number };

/** Figures are shown only if one page holds all bookings of the day. */
const shownMax = 100;

export const homePage = page({
  path: '/',
  access: 'signed_in',
  nav: { label: 'Start', icon: 'house' },
  title: 'Start',
  asks: { jobs: withActions(jobs, 'list') },
  load: async ({ person, clients, now }) =>
    scopedPart('jobs:read', person, () =>
      clients.jobs.list({ created_gte: startOfDay(localDayOf(now)), limit: shownMax }),
    ),
  render: (today, context) => html`<h1>${context.person.tenant.name}</h1>
<p class="soft">You are signed in as ${context.person.user.name}, ${roleLabels[context.person.user.role].toLowerCase()}.</p>
${ways(context)}
${partView<Today>(today, { title: 'Booked today', absent: 'Nothing.', show: (found) => todayView(found, context.now) })}`,
});

const ways = ({ person }: RenderContext): Html => {
  const all = [
    ['quotes:write', '/book', 'package-plus', 'Book a job'],
    ['ops:dispatch', '/desk', 'layout-list', 'Dispatch'],
    ['ops:dispatch', '/desk/alarms', 'bell', 'Alarms'],
    ['jobs:read', '/jobs', 'layout-list', 'All jobs'],
    ['signed_in', '/sessions', 'monitor-smartphone', 'Where you are signed in'],
  ] as const;
  const own = all.filter(([access]) => mayOpen(access, person));
  return html`<p class="actions">${own.map(
    ([, path, name, label], n) =>
      html`<a class="button ${n === 0 && 'first'}" href="${path}">${icon(name)}${label}</a>`,
  )}</p>`;
};

function todayView({ data, total }: Today, now: Date): Html {
  if (data.length === 0) return html`<p class="empty">No job was booked today yet.</p>`;
  const caption = `${total} ${total === 1 ? 'job' : 'jobs'}, the newest first`;
  return html`${data.length === total && stats('Today', figuresOf(data, now))}
${jobTable(data, { caption, pathOf: ({ id }) => `/jobs/${encodeURIComponent(id)}` })}`;
}

function figuresOf(data: readonly Job[], now: Date): Stat[] {
  const count = (is: (job: Job) => boolean) => data.filter(is).length;
  const delivered = count(({ status }) => status === 'delivered');
  const onTime = count((job) => job.status === 'delivered' && dueState(job, now) !== 'late');
  const late = count((job) => !isOver(job) && dueState(job, now) === 'late');
  const interrupted = count(({ status }) => status === 'exception');
  return [
    { value: String(count((job) => !isOver(job))), label: 'Under way' },
    { value: String(late), label: 'Late now', tone: late > 0 ? 'bad' : undefined },
    { value: String(interrupted), label: 'Interrupted', tone: interrupted > 0 ? 'bad' : undefined },
    { value: String(delivered), label: 'Delivered' },
    {
      value: delivered === 0 ? 'None yet' : `${Math.round((100 * onTime) / delivered)} %`,
      label: 'Of them on time',
    },
  ];
}

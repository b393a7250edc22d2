/** Start page of every role: today's deliveries, the cold chain, the invoice, and links. */
import { billing, type Invoice, type Job, jobs, tracking, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { icon } from '@svc/web/icon';
import { chip, type Stat, stats } from '@svc/web/parts';
import { mayOpen } from '../route/access.ts';
import { page, type RenderContext } from '../route/route.ts';
import { dataOf, type Part, partView, scopedPart } from '../view/part.ts';
import { roleLabels } from '../words/labels.ts';
import { etaText } from '../words/lateness.ts';
import { monthName } from '../words/local-time.ts';
import { formatMoney } from '../words/money.ts';
import { dueState, isOver, slaClock } from './desk/rows/urgency.ts';
import { jobBars } from './portal/day-charts.ts';
import { againLink, jobTable } from './portal/job-table.ts';
import { coldChainLabels, coldChainTones } from './portal/words.ts';
import { coldToday, deliveriesToday, isMoving, lastPairs } from './today.ts';

/** Jobs that are read, the newest ones, and of how many the arrival and the temperatures are asked. */
const readMost = 100;
const askedMost = 8;

export const homePage = page({
  path: '/',
  access: 'signed_in',
  nav: { label: 'Start', icon: 'house' },
  title: 'Start',
  asks: {
    jobs: withActions(jobs, 'list'),
    tracking: withActions(tracking, 'track', 'temperature'),
    billing: withActions(billing, 'listInvoices'),
  },
  load: async ({ person, clients, now }) => {
    const [recent, invoices] = await Promise.all([
      scopedPart('jobs:read', person, () => clients.jobs.list({ limit: readMost })),
      scopedPart('invoices:read', person, () =>
        clients.billing.listInvoices({ status: 'draft', limit: 1 }),
      ),
    ]);
    const deliveries = deliveriesToday((recent && dataOf(recent)?.data) ?? [], now);
    const [arrivals, verdicts] = await Promise.all([
      eachOf(deliveries.filter(isMoving), ({ id }) =>
        scopedPart('tracking:read', person, () => clients.tracking.track({ ref: id })),
      ),
      eachOf(coldToday(deliveries), ({ id }) =>
        scopedPart('temperature:read', person, () =>
          clients.tracking.temperature({ id, limit: 1 }),
        ),
      ),
    ]);
    return { recent, invoices, deliveries, arrivals, verdicts };
  },
  render: ({ recent, invoices, deliveries, arrivals, verdicts }, context) => {
    const { person, now } = context;
    const arrivalOf = (job: Job) => arrivalText(job, arrivals.get(job.id), now);
    return html`<h1>${person.tenant.name}</h1>
<p class="soft">You are signed in as ${person.user.name}, ${roleLabels[person.user.role].toLowerCase()}.</p>
${ways(context)}
<div class="split"><div>
${partView(recent, { title: 'Deliveries today', absent: 'None.', show: ({ has_more }) => todayView(deliveries, { arrivalOf, now, has_more }) })}
</div><div>
${mayOpen('jobs:write', person) && partView(recent, { title: 'Book again', absent: 'None.', show: ({ data }) => pairsView(data) })}
${recent?.is === 'present' && jobBars(recent.data, now)}
${recent && mayOpen('temperature:read', person) && partView(coldPart(recent, verdicts), { title: 'Cold chain today', absent: 'None.', show: verdictsView })}
${partView(invoices, { title: 'Running invoice', absent: 'None.', show: ({ data }) => invoiceView(data[0]) })}
</div></div>`;
  },
});

/** Answers by job id; asks about the first jobs only, concurrently. */
async function eachOf<D>(of: readonly Job[], ask: (job: Job) => Promise<D>) {
  const asked = of.slice(0, askedMost).map(async (job) => [job.id, await ask(job)] as const);
  return new Map(await Promise.all(asked));
}

const ways = ({ person }: RenderContext): Html => {
  const all = [
    ['jobs:write', '/book', 'package-plus', 'Book a job'],
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

type Tracked = Parameters<typeof etaText>[0];

function arrivalText(job: Job, arrival: Part<Tracked> | undefined, now: Date): Html {
  if (arrival?.is === 'present') return html`In ${etaText(arrival.data, now)}`;
  const { text, isLate } = slaClock(job, now);
  const away = html` <span class="soft">Arrival not available at the moment</span>`;
  return html`<span class="${isLate && 'bad-text'}">${text}</span>${arrival?.is === 'away' && away}`;
}

interface Shown {
  arrivalOf: (job: Job) => Html;
  now: Date;
  has_more: boolean;
}

function todayView(of: readonly Job[], { arrivalOf, now, has_more }: Shown): Html {
  if (of.length === 0) return html`<p class="empty">No delivery today.</p>`;
  const caption = `${of.length} ${of.length === 1 ? 'delivery' : 'deliveries'}${has_more ? ` among the newest ${readMost} jobs` : ''}, the next due first`;
  return html`${stats('Today', figuresOf(of, now))}
${jobTable(of, { caption, pathOf: ({ id }) => `/jobs/${encodeURIComponent(id)}`, more: [['Arrival', arrivalOf]] })}`;
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

const pairsView = (of: readonly Job[]): Html =>
  of.length === 0
    ? html`<p class="soft">No job yet.</p>`
    : html`<ul class="rows">${lastPairs(of).map(
        (job) =>
          html`<li><span>${job.pickup.name} → ${job.dropoff.name} <span class="soft">${job.service}</span></span>${againLink(job)}</li>`,
      )}</ul>`;

type Verdicts = ReadonlyMap<
  string,
  Part<{ result: keyof typeof coldChainLabels | null }> | undefined
>;

/** Away where no temperature could be read. */
function coldPart(recent: Part<unknown>, verdicts: Verdicts): Part<Verdicts> {
  const all = [...verdicts.values()];
  const isAway =
    recent.is === 'away' || (all.length > 0 && all.every((each) => each?.is === 'away'));
  return isAway ? { is: 'away' } : { is: 'present', data: verdicts };
}

function verdictsView(verdicts: Verdicts): Html {
  if (verdicts.size === 0) return html`<p class="soft">No cold delivery today yet.</p>`;
  const results = [...verdicts.values()].map((each) => (each && dataOf(each)?.result) ?? null);
  const rows = [...Map.groupBy(results, (each) => each)].map(([result, { length }]) => {
    const label = result === null ? 'Not decided yet' : coldChainLabels[result];
    return html`<li>${chip(result === null ? 'calm' : coldChainTones[result], label)} ${length}</li>`;
  });
  return html`<ul class="rows">${rows}</ul>
${verdicts.size === askedMost && html`<p class="soft">Of the last ${askedMost} deliveries.</p>`}`;
}

function invoiceView(invoice: Invoice | undefined): Html {
  if (!invoice) return html`<p class="soft">Nothing to be paid yet this month.</p>`;
  const { id, period, line_count: count, total_cents } = invoice;
  const about = `${monthName(period)}, ${count} ${count === 1 ? 'line' : 'lines'}`;
  return html`<p class="figure"><strong>${formatMoney(total_cents)}</strong> with VAT</p>
<p><a href="/invoices/${encodeURIComponent(id)}">${about}</a></p>`;
}

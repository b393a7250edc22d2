/** Usage of the organisation, and its limits. */
import { accounts, jobs, type Usage, withActions } from '@svc/contracts';
import { formatCount } from '@svc/web/chart';
import { type Html, html } from '@svc/web/html';
import { page, type RenderContext } from '../../route/route.ts';
import { type Part, partOf, partView } from '../../view/part.ts';
import { docsLink } from '../../view/secret-view.ts';
import { localDayOf, startOfDay } from '../../words/local-time.ts';
import { deliveryBars, requestBars } from './day-charts.ts';

export const usagePage = page({
  path: '/usage',
  access: 'webhooks:manage',
  nav: { label: 'Usage', icon: 'chart-column', group: 'Developers' },
  title: 'Usage and limits',
  asks: { jobs: withActions(jobs, 'list'), accounts: withActions(accounts, 'usage') },
  load: async ({ clients, now }) => {
    const month = localDayOf(now).slice(0, 7);
    const [booked, used] = await Promise.all([
      partOf(clients.jobs.list({ created_gte: startOfDay(`${month}-01`), limit: 1 })),
      partOf(clients.accounts.usage({})),
    ]);
    return { booked, used };
  },
  render: ({ booked, used }, context) => html`<h1>Usage and limits</h1>
${section('Requests to the API', used, (usage) => requestView(usage, context))}
${section('Jobs', booked, ({ total }) => list([['Booked this month', formatCount(total)]]))}
${section(
  'Webhook endpoints',
  partIn(used, ({ webhooks }) => webhooks),
  (webhooks) => webhookView(webhooks, context),
)}
${section('Files', used, storageView)}
${context.sandbox ? undefined : section('Organisation', used, holdings)}
<p>${docsLink(context.docsUrl, '/limits', 'All limits')} are in the documentation.</p>`,
});

const section = <D>(title: string, part: Part<D>, show: (data: D) => Html): Html | undefined =>
  partView(part, { title, absent: 'None.', show });

/** A part of the answer, null while its service did not count. */
function partIn<D>(used: Part<Usage>, pick: (usage: Usage) => D | null): Part<D> {
  if (used.is !== 'present') return used;
  const data = pick(used.data);
  return data === null ? { is: 'away' } : { is: 'present', data };
}

const list = (rows: readonly (readonly [name: string, value: string])[]): Html =>
  html`<dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;

function requestView(
  { rate_limit: { per_minute, burst }, request_days }: Usage,
  { now, sandbox }: RenderContext,
): Html {
  const more = burst === 0 ? '' : `, and ${formatCount(burst)} more as a burst`;
  const last = localDayOf(now);
  const today = request_days.find(({ day }) => day === last);
  return html`${list([
    [
      sandbox ? 'Limit' : 'Limit of each client or key',
      `${formatCount(per_minute)} a minute${more}`,
    ],
    ['Today', formatCount(today?.requests ?? 0)],
    ['Refused today (429)', formatCount(today?.rate_limited ?? 0)],
  ])}
${requestBars(request_days, last)}
<p>Every answer says what is left in <code>x-ratelimit-remaining</code>. ${sandbox ? 'These pages count as well.' : 'Requests of these pages are not among them.'}</p>`;
}

type WebhookUsage = NonNullable<Usage['webhooks']>;

function webhookView(
  { endpoints, endpoints_max, days, is_complete }: WebhookUsage,
  { now }: RenderContext,
): Html {
  return html`${list([
    ['In use', `${endpoints} of ${formatCount(endpoints_max)}, disabled ones among them`],
  ])}
${days.length === 0 ? html`<p>Nothing was sent in the last seven days.</p>` : deliveryBars(days, localDayOf(now))}
${is_complete ? undefined : html`<p>There were more: these figures are of the newest.</p>`}`;
}

const storageView = ({ proof_files, wholesale_files }: Usage): Html =>
  list([
    ['Signatures and photos', storageText(proof_files)],
    ['Files of orders', storageText(wholesale_files)],
  ]);

const storageText = (use: Usage['proof_files']): string =>
  use === null
    ? 'Not available at the moment'
    : `${formatCount(use.files)}${use.files === 0 ? '' : `, ${sizeText(use.bytes)}`}`;

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** `1.2 MB`, in steps of 1000. */
export function sizeText(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = step === 0 ? bytes : Math.round((bytes / 1000 ** step) * 10) / 10;
  return `${value}\u00a0${units[step]}`;
}

const holdings = ({ clients, api_keys, sites, users }: Usage): Html =>
  html`${list([
    ['API clients', formatCount(clients)],
    ['API keys', formatCount(api_keys)],
    ['Sites', formatCount(sites)],
    ['People', formatCount(users)],
  ])}
<p>There is no limit to their number.</p>`;

/** Usage of the organisation, and its limits. */
import { accounts, jobs, webhooks, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/pages/html';
import { localDayOf, startOfDay } from '../local-time.ts';
import { type Part, partOf, partView } from '../part.ts';
import { page } from '../route.ts';
import { docsLink } from '../secret-view.ts';

const shownMax = 100;

export const usagePage = page({
  path: '/usage',
  access: 'webhooks:manage',
  nav: 'Usage',
  title: 'Usage and limits',
  asks: {
    jobs: withActions(jobs, 'list'),
    webhooks: withActions(webhooks, 'usage'),
    accounts: withActions(accounts, 'listClients', 'listApiKeys'),
  },
  load: async ({ clients, now }) => {
    const month = localDayOf(now).slice(0, 7);
    const [booked, endpoints, credentials] = await Promise.all([
      partOf(clients.jobs.list({ created_gte: startOfDay(`${month}-01`), limit: 1 })),
      partOf(clients.webhooks.usage({})),
      partOf(
        Promise.all([
          clients.accounts.listClients({ limit: shownMax }),
          clients.accounts.listApiKeys({ limit: shownMax }),
        ]),
      ),
    ]);
    return { booked, endpoints, credentials };
  },
  render: (
    { booked, endpoints, credentials },
    { requestsPerMinute, docsUrl },
  ) => html`<h1>Usage and limits</h1>
${section('Jobs', booked, ({ total }) => html`<dt>Booked this month</dt><dd>${total}</dd>`)}
${section(
  'Webhook endpoints',
  endpoints,
  ({ endpoints: used, endpoints_max: most }) =>
    html`<dt>In use</dt><dd>${used} of ${most}, disabled ones among them</dd>`,
)}
${section(
  'Credentials',
  credentials,
  ([ofClients, ofKeys]) =>
    html`<dt>API clients</dt><dd>${countOf(ofClients)}</dd><dt>API keys</dt><dd>${countOf(ofKeys)}</dd>`,
)}
<h2>Requests to the API</h2>
<dl><dt>Each client or key</dt><dd>${requestsPerMinute} a minute, and ${Math.floor(requestsPerMinute / 6)} more as a burst</dd></dl>
<p>Every answer says what is left in <code>x-ratelimit-remaining</code>. ${docsLink(docsUrl, '/limits', 'All limits')} are in the documentation.</p>`,
});

const section = <D>(title: string, part: Part<D>, show: (data: D) => Html): Html | undefined =>
  partView(part, { title, absent: 'None.', show: (data) => html`<dl>${show(data)}</dl>` });

const countOf = ({ data, has_more }: { data: readonly unknown[]; has_more: boolean }): string =>
  has_more ? `more than ${data.length}` : String(data.length);

/** Services that can be booked, and the price that each begins at. */
import { pricing, withActions } from '@svc/contracts';
import { html } from '@svc/web/html';
import { mayOpen } from '../../route/access.ts';
import { page } from '../../route/route.ts';
import { formatMoney } from '../../words/money.ts';

export const pricesPage = page({
  path: '/prices',
  access: 'quotes:write',
  nav: { label: 'Prices', icon: 'tag', group: 'Organisation' },
  title: 'Prices',
  asks: { pricing: withActions(pricing, 'listQuotes') },
  load: async ({ clients }) => (await clients.pricing.listQuotes({})).quotable_skus,
  render: (services, { person }) => html`<h1>Prices</h1>
<p>Base prices of the price book in force, without VAT. Distance, priority, timing and parcels come on top: booking shows the whole price before anything is booked.</p>
${mayOpen('jobs:write', person) ? html`<p><a href="/book">Book a job</a></p>` : undefined}
<div class="table" role="region" aria-label="Prices" tabindex="0"><table>
<caption>${services.length} ${services.length === 1 ? 'service' : 'services'}</caption>
<thead><tr><th scope="col">Service</th><th scope="col">Code</th><th scope="col">Price is</th><th scope="col" class="amount">From</th></tr></thead>
<tbody>${services.map(
    ({ sku, name, unit, price_cents }) =>
      html`<tr><th scope="row">${name}</th><td><code>${sku}</code></td><td>${unit}</td><td class="amount">${formatMoney(price_cents)}</td></tr>`,
  )}</tbody></table></div>`,
});

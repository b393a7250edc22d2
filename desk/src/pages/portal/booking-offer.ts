/** The price of a booking as its entries stand: the held one of its quote, or that of now. */
import { accounts, type OutputOf, pricing, routeKm, withActions } from '@svc/contracts';
import type { Clients } from '@svc/kit/client';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { textOf } from '../../form/field-view.ts';
import type { Entered } from '../../form/form-view.ts';
import { type Part, partOf } from '../../view/part.ts';
import { instantOf } from '../../words/local-time.ts';
import { formatMoney } from '../../words/money.ts';
import { type SiteOptions, siteNamed } from './all-sites.ts';
import {
  offerFields,
  pricedOf,
  quoteInput,
  type TransportEntries,
  transportNames,
  transportOf,
} from './booking-entries.ts';
import { factList, timeOf } from './job-views.ts';
import { type Price, priceTable } from './price-table.ts';

const offerAsks = {
  pricing: withActions(pricing, 'heldPrice', 'price'),
  accounts: withActions(accounts, 'bookingDetails'),
};
type Asked = Clients<typeof offerAsks>;
type Details = OutputOf<(typeof accounts)['actions']['bookingDetails']>;

interface Priced {
  transport: TransportEntries;
  price: Price;
  details: Details;
  isHeld: boolean;
}
/** Absent: its service or a site is not to be booked. */
export type Offer = Part<Priced> | { is: 'incomplete' };

export const kmOf = ({ pickup, dropoff }: Details): number =>
  routeKm(pickup.position, dropoff.position);

export async function offerOf(
  entered: Entered,
  sites: SiteOptions,
  { pricing: prices, accounts: asked }: Asked,
): Promise<Offer> {
  const transport = transportOf(entered);
  const [pickup_site_id, dropoff_site_id] = transport
    ? [transport.pickup_site_id, transport.dropoff_site_id].map((each) => siteNamed(sites, each))
    : [];
  if (sites.length === 0) return { is: 'away' };
  if (!transport || !pickup_site_id || !dropoff_site_id) return { is: 'incomplete' };
  const details = await partOf(asked.bookingDetails({ pickup_site_id, dropoff_site_id }));
  if (details.is !== 'present') return details;
  const quote_id = entered.priced === pricedOf(transport) && textOf(entered.quote_id);
  const held: Part<Price> = quote_id
    ? await partOf(prices.heldPrice({ quote_id }))
    : { is: 'absent' };
  const now = () => partOf(prices.price({ ...quoteInput(transport), km: kmOf(details.data) }));
  const price = held.is === 'absent' ? await now() : held;
  if (price.is !== 'present') return price;
  const isHeld = held.is === 'present';
  return {
    is: 'present',
    data: { transport, price: price.data, details: details.data, isHeld },
  };
}

/** Replaced by the page's script, hidden fields with it: what is booked is what is shown. */
export function offerView(offer: Offer, entered: Entered, now: Date): Html {
  const isOfNow = offer.is === 'present' && !offer.data.isHeld;
  const carried: Entered = isOfNow ? { priced: pricedOf(offer.data.transport) } : entered;
  return html`<div id="offer" data-of="${transportNames.join(' ')}">
${Object.keys(offerFields).map(
  (name) => html`<input type="hidden" name="${name}" value="${textOf(carried[name])}">`,
)}
${contentOf(offer, carried, now)}
</div>`;
}

function contentOf(offer: Offer, { held_until }: Entered, now: Date): Html {
  switch (offer.is) {
    case 'incomplete':
      return html`<p class="soft">Choose the sites and the service.</p>`;
    case 'away':
      return html`<p>Prices are not available at the moment.</p>`;
    case 'absent':
      return html`<p>This transport has no price: the service or a site is not yours to book.</p>`;
    case 'present':
      return offer.data.price.delivery
        ? pricedView(offer.data, textOf(held_until), now)
        : html`<p>This service is not a delivery, and cannot be booked here.</p>`;
  }
}

function pricedView(
  { transport, price, details, isHeld }: Priced,
  heldUntil: string,
  now: Date,
): Html {
  const { ready_at } = transport;
  const ready = ready_at === undefined ? now : new Date(instantOf(ready_at));
  const begin = Math.max(ready.getTime(), now.getTime());
  return html`<p class="figure"><strong>${formatMoney(price.amount_cents + price.vat_cents)}</strong> with VAT</p>
${factList([
  ['From', details.pickup.name],
  ['To', details.dropoff.name],
  ['Distance', `${price.km} km`],
  ['Due', html`${formatDateTime(new Date(begin + price.sla_minutes * 60_000))}, if you book now`],
])}
${priceTable(price)}
<p class="soft">${isHeld ? html`Held ${heldUntil === '' ? 'for 15 minutes' : html`until ${timeOf(heldUntil)}`}.` : 'The price of now, not held.'}</p>`;
}

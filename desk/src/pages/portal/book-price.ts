/** Booking, second step: the price and the terms; it books, once. */
import { accounts, jobs, type OutputOf, pricing, withActions } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { type FormRefusals, form, page, type RenderContext } from '../../route/route.ts';
import { type Part, partOf } from '../../view/part.ts';
import { priorityLabels } from '../../words/labels.ts';
import { instantOf } from '../../words/local-time.ts';
import {
  bookingFields,
  bookingInput,
  type Offer,
  offerQuery,
  quoteInput,
  transportNames,
} from './booking-entries.ts';
import { checkContacts } from './instruction-fields.ts';
import { factList, timeOf } from './job-views.ts';
import { type Price, priceTable } from './price-table.ts';
import { timingLabels } from './words.ts';

const notHeld = 'The price is no longer held. Below is the one of now: book again to accept it.';

const refusals: FormRefusals = {
  quote_expired: { text: notHeld },
  quote_not_found: { text: notHeld },
  unknown_site: { text: 'Your organisation may not use one of the sites. Change the transport.' },
  unknown_sku: { text: 'This service is no longer offered. Change the transport.' },
  not_a_delivery: { text: 'This service is not a delivery. Change the transport.' },
};

export const bookForm = form(jobs, 'book', {
  path: '/book/price',
  access: 'jobs:write',
  fields: bookingFields,
  check: checkContacts,
  input: ({ fields }) => bookingInput(fields),
  refusals,
  home: '/book/price',
  next: ({ id }) => `/jobs/${encodeURIComponent(id)}`,
});

export const pricePage = page({
  path: '/book/price',
  access: 'jobs:write',
  title: 'Price and terms',
  asks: {
    pricing: withActions(pricing, 'heldPrice', 'price'),
    accounts: withActions(accounts, 'bookingDetails'),
  },
  load: async ({ query, clients }) => {
    const offer = query(offerQuery);
    if (!offer) return undefined;
    const { quote_id, pickup_site_id, dropoff_site_id } = offer;
    const details = partOf(clients.accounts.bookingDetails({ pickup_site_id, dropoff_site_id }));
    const held: Part<Price> =
      quote_id === undefined
        ? { is: 'absent' }
        : await partOf(clients.pricing.heldPrice({ quote_id }));
    const price =
      held.is === 'absent'
        ? await partOf(clients.pricing.price(quoteInput(offer, offer.km)))
        : held;
    return { offer, isHeld: held.is === 'present', price, details: await details };
  },
  render: (data, context) => html`<h1>Price and terms</h1>
${data === undefined ? html`<p>Begin with what is carried, and where: <a href="/book">Book a job</a>.</p>` : step(data, context)}`,
});

type Details = OutputOf<(typeof accounts)['actions']['bookingDetails']>;

interface Step {
  offer: Offer;
  isHeld: boolean;
  price: Part<Price>;
  details: Part<Details>;
}

function step({ offer, isHeld, price, details }: Step, context: RenderContext): Html {
  if (price.is === 'away' || details.is === 'away') return priceAway(offer, context);
  if (price.is === 'absent' || details.is === 'absent') {
    return html`<p>This transport has no price: the service or a site is not yours to book.</p>
<p>${changeLink(offer)}</p>`;
  }
  return html`<p>Step 2 of 2: nothing is booked before you press Book.</p>
${transportView(offer, { price: price.data, details: details.data, now: context.now })}
<h2>Price</h2>
${priceTable(price.data)}
${heldText(offer, isHeld)}
<h2>Terms</h2>
${
  price.data.delivery
    ? termsForm({ offer, isHeld, centre: details.data.policies.default_cost_centre }, context)
    : html`<p>This service is not a delivery, and cannot be booked here.</p>`
}`;
}

/** After a fault the form must keep its number, so it stays: the quote has the price that was seen. */
const priceAway = (offer: Offer, context: RenderContext): Html =>
  html`<p>Prices are not available at the moment. Open this page again in a minute.</p>
${
  offer.quote_id === undefined
    ? undefined
    : html`<h2>Terms</h2>
<p>Booking now takes the price that the quote was made with.</p>
${termsForm({ offer, isHeld: true, centre: '' }, context)}`
}`;

/** The first step, filled in as it was. */
function changeLink(offer: Offer): Html {
  const search = new URLSearchParams();
  for (const name of transportNames) {
    const value = offer[name];
    if (value !== undefined) search.set(name, String(value));
  }
  return html`<a href="${`/book?${search}`}">Change the transport</a>`;
}

function transportView(
  offer: Offer,
  { price, details, now }: { price: Price; details: Details; now: Date },
): Html {
  const ready = offer.ready_at === undefined ? now : new Date(instantOf(offer.ready_at));
  const begin = Math.max(ready.getTime(), now.getTime());
  return html`<h2>Transport</h2>
${factList([
  ['From', details.pickup.name],
  ['To', details.dropoff.name],
  ['Distance', `${price.km} km`],
  ['Service', price.service],
  ['Priority', priorityLabels[price.priority]],
  ['Timing', timingLabels[price.timing]],
  ['Parcels', String(price.parcels)],
  ['Ready', offer.ready_at === undefined ? 'Now' : formatDateTime(ready)],
  ['Due', html`${formatDateTime(new Date(begin + price.sla_minutes * 60_000))}, if you book now`],
])}
<p>${changeLink(offer)}</p>`;
}

function heldText({ held_until }: Offer, isHeld: boolean): Html {
  if (!isHeld) return html`<p>This price is not held: it is the one of now.</p>`;
  return held_until === undefined
    ? html`<p>The price is held for 15 minutes.</p>`
    : html`<p>The price is held until ${timeOf(held_until)}.</p>`;
}

interface Terms {
  offer: Offer;
  isHeld: boolean;
  /** Default of the tenant's policies; empty for none. */
  centre: string;
}

const termsForm = ({ offer, isHeld, centre }: Terms, { forms }: RenderContext): Html =>
  forms.show(bookForm, {
    submit: 'Book',
    values: { ...offer, quote_id: isHeld ? offer.quote_id : undefined },
    ...(centre !== '' && {
      known: { cost_centre: { hint: `Left empty, it is ${centre}, as your policies say.` } },
    }),
  });

/** Booking, first step: what is carried where. Its answer is a price, which is held. */
import {
  accounts,
  errors,
  kmMax,
  type OutputOf,
  pricing,
  routeKm,
  withActions,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { html } from '@svc/web/html';
import type { Options } from '../../form/field.ts';
import { filterOf } from '../../form/form-fields.ts';
import { type FormRefusals, form, page } from '../../route/route.ts';
import { formatMoney } from '../../words/money.ts';
import { listAllSites, siteOptions } from './all-sites.ts';
import { bookForm, pricePage } from './book-price.ts';
import {
  checkSites,
  quoteInput,
  type TransportRequest,
  transportFields,
  transportNames,
} from './booking-entries.ts';

const refusals: FormRefusals = {
  unknown_sku: { field: 'sku', text: 'This service is no longer offered. Choose another one.' },
  unknown_site: { text: 'Your organisation may not use this site. Choose another one.' },
  invalid_priority: { field: 'priority' },
  invalid_timing: { field: 'timing' },
  out_of_area: { field: 'dropoff_site_id' },
};

const priceForm = form(pricing, 'createQuote', {
  path: '/book',
  access: 'quotes:write',
  fields: transportFields,
  check: checkSites,
  asks: { accounts: withActions(accounts, 'bookingDetails') },
  /** The distance that a booking without a quote would be priced with. */
  input: async ({ fields }, { accounts: { bookingDetails } }) => {
    const { pickup_site_id, dropoff_site_id } = fields;
    const { pickup, dropoff } = await bookingDetails({ pickup_site_id, dropoff_site_id });
    const km = routeKm(pickup.position, dropoff.position);
    if (km > kmMax) throw new Refusal('out_of_area', errors.out_of_area.meaning);
    return quoteInput(fields, km);
  },
  refusals,
  home: '/book',
  next: ({ id, km, expires_at }, { fields }) =>
    `/book/price?${offerSearch(fields, { quote_id: id, km: String(km), held_until: expires_at })}`,
});

function offerSearch(transport: TransportRequest, offer: Record<string, string>): URLSearchParams {
  const search = new URLSearchParams(offer);
  for (const name of transportNames) {
    const value = transport[name];
    if (value !== undefined) search.set(name, String(value));
  }
  return search;
}

/** Filled in where the second step leads back. */
const chosen = filterOf(transportFields);

const bookPage = page({
  path: '/book',
  access: 'quotes:write',
  nav: { label: 'Book', icon: 'package-plus' },
  title: 'Book a job',
  asks: {
    accounts: withActions(accounts, 'listSites'),
    pricing: withActions(pricing, 'listQuotes'),
  },
  load: async ({ query, clients }) => {
    const [sites, { quotable_skus: services }] = await Promise.all([
      listAllSites(clients.accounts),
      clients.pricing.listQuotes({}),
    ]);
    return { sites, services, values: query(chosen.query) };
  },
  render: ({ sites, services, values }, { forms }) => {
    const places = { options: siteOptions(sites) };
    const sku = { options: serviceOptions(services) };
    return html`<h1>Book a job</h1>
<p>Step 1 of 2: what is carried, and where. The next page shows the price; nothing is booked yet.</p>
${forms.show(priceForm, {
  submit: 'Show price',
  values,
  known: { pickup_site_id: places, dropoff_site_id: places, sku },
})}`;
  },
});

type Services = OutputOf<(typeof pricing)['actions']['listQuotes']>['quotable_skus'];

export const serviceOptions = (services: Services): Options =>
  services.map(({ sku, name, price_cents, unit }) => [
    sku,
    `${name} – from ${formatMoney(price_cents)} ${unit}`,
  ]);

export const bookRoutes = [bookPage, priceForm, pricePage, bookForm];

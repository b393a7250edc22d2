/** Booking, first step: what is carried where. Its answer is a price, which is held. */
import {
  accounts,
  errors,
  kmMax,
  type OutputOf,
  pricing,
  priorities,
  routeKm,
  type Site,
  timings,
  withActions,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { type Html, html } from '@svc/web/html';
import { z } from 'zod';
import { selectField, textField } from '../fields.ts';
import type { FormEntries } from '../form-view.ts';
import { priorityLabels } from '../labels.ts';
import { formatMoney } from '../money.ts';
import { type FormRefusals, form, page } from '../route.ts';
import { listAllSites, siteOptions } from './all-sites.ts';
import { bookForm, pricePage } from './book-price.ts';
import {
  quoteInput,
  type TransportRequest,
  transportFields,
  transportNames,
} from './booking-entries.ts';
import { optionsOf, timingLabels } from './words.ts';

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

const text = z.string().max(64).optional().catch(undefined);
/** Filled in where the second step leads back. */
const chosen = z.object({
  pickup_site_id: text,
  dropoff_site_id: text,
  sku: text,
  priority: text,
  timing: text,
  parcels: text,
  ready_at: text,
});
type Chosen = z.output<typeof chosen>;

const bookPage = page({
  path: '/book',
  access: 'quotes:write',
  nav: 'Book',
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
    return { sites, services, values: query(chosen) };
  },
  render: (choices, { forms }) => html`<h1>Book a job</h1>
<p>Step 1 of 2: what is carried, and where. The next page shows the price; nothing is booked yet.</p>
${forms.show(priceForm, {
  submit: 'Show price',
  fields: (entries) => transportInputs(entries, choices),
})}`,
});

interface Choices {
  sites: readonly Site[];
  services: OutputOf<(typeof pricing)['actions']['listQuotes']>['quotable_skus'];
  values: Chosen;
}
type Options = readonly (readonly [string, string])[];

function transportInputs(entries: FormEntries, { sites, services, values }: Choices): Html {
  const places: Options = [['', 'Choose a site'], ...siteOptions(sites)];
  const select = (name: SelectName, label: string, options: Options) =>
    selectField(
      { name, label, options, required: requiredNames.has(name), value: values[name] },
      entries,
    );
  return html`${select('pickup_site_id', 'From', places)}
${select('dropoff_site_id', 'To', places)}
${select('sku', 'Service', [['', 'Choose a service'], ...serviceOptions(services)])}
${select('priority', 'Priority', usualOr)}
${select('timing', 'Timing', timingOptions)}
${textField(parcelsField(values), entries)}
${textField(readyField(values), entries)}`;
}

type SelectName = Exclude<keyof Chosen, 'parcels' | 'ready_at'>;
const requiredNames: ReadonlySet<string> = new Set(['pickup_site_id', 'dropoff_site_id', 'sku']);

const serviceOptions = (services: Choices['services']): Options =>
  services.map(({ sku, name, price_cents, unit }) => [
    sku,
    `${name} – from ${formatMoney(price_cents)} ${unit}`,
  ]);

const usualOr: Options = [
  ['', 'The usual one of the service'],
  ...optionsOf(priorityLabels, priorities),
];
const timingOptions = optionsOf(timingLabels, timings);

const parcelsField = ({ parcels = '1' }: Chosen) =>
  ({ name: 'parcels', label: 'Parcels', type: 'number', value: parcels, required: true }) as const;

const readyField = ({ ready_at }: Chosen) =>
  ({
    name: 'ready_at',
    label: 'Ready at',
    type: 'datetime-local',
    hint: 'South African time (Africa/Johannesburg). Leave it empty for now.',
    value: ready_at,
  }) as const;

export const bookRoutes = [bookPage, priceForm, pricePage, bookForm];

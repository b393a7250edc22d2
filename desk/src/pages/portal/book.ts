/** Booking on one page: entries, and beside them the price that they have. */
import {
  accounts,
  errors,
  jobs,
  kmMax,
  type OutputOf,
  opaqueId,
  pricing,
  withActions,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { html } from '@svc/web/html';
import { z } from 'zod';
import { searchOf } from '../../address/pager.ts';
import type { Options } from '../../form/field.ts';
import { textOf } from '../../form/field-view.ts';
import type { Entered, FormView } from '../../form/form-view.ts';
import { type FormRefusals, form, page } from '../../route/route.ts';
import { dataOf, partOf, scopedPart } from '../../view/part.ts';
import { formatMoney } from '../../words/money.ts';
import { profileOptions } from '../../words/profile.ts';
import { listAllSites, type SiteOptions, type Sites, siteNamed, typedSites } from './all-sites.ts';
import {
  bookingFields,
  bookingInput,
  checkSites,
  offerFields,
  pricedOf,
  profileFaults,
  quoteInput,
  type TransportEntries,
  transportFields,
} from './booking-entries.ts';
import { kmOf, type Offer, offerOf, offerView } from './booking-offer.ts';
import { templateList, templateRoutes } from './booking-templates.ts';
import { checkContacts, instructionValues } from './instruction-fields.ts';
import type { ShownJob } from './job-views.ts';

const notOffered = 'This service is no longer offered. Choose another one.';
const notYours = 'No site of your organisation has this name. Choose one of the list.';
const unseen = 'Nothing is booked yet: below is the price of now. Press Book to accept it.';

const refusals: FormRefusals = {
  unknown_sku: { field: 'sku', text: notOffered },
  unknown_site: { text: notYours },
  invalid_priority: { field: 'priority' },
  invalid_timing: { field: 'timing' },
  out_of_area: { field: 'dropoff_site_id' },
  same_site: { field: 'dropoff_site_id' },
  not_a_delivery: { field: 'sku', text: 'This service is not a delivery. Choose another one.' },
  ...profileFaults,
  quote_expired: { text: unseen },
  quote_not_found: { text: unseen },
};

const ends = ['pickup_site_id', 'dropoff_site_id'] as const;
const siteAsks = { accounts: withActions(accounts, 'listSites', 'bookingDetails') };

/** The typed sites as their ids. */
async function placed(transport: TransportEntries, asked: Sites) {
  const sites = typedSites(await listAllSites(asked));
  const [pickup_site_id, dropoff_site_id] = ends.map((end) => {
    const id = siteNamed(sites, transport[end]);
    if (id === undefined) throw new Refusal('unknown_site', notYours, { path: [end] });
    return id;
  });
  return { pickup_site_id: pickup_site_id ?? '', dropoff_site_id: dropoff_site_id ?? '' };
}

const bookForm = form(jobs, 'book', {
  path: '/book',
  access: 'jobs:write',
  fields: bookingFields,
  check: (entered, context) => {
    checkSites(entered, context);
    checkContacts(entered, context);
  },
  asks: siteAsks,
  input: async ({ fields }, clients) => {
    if (fields.priced !== pricedOf(fields)) throw new Refusal('quote_expired', unseen);
    return bookingInput({ ...fields, ...(await placed(fields, clients.accounts)) });
  },
  refusals,
  home: '/book',
  next: ({ id }) => `/jobs/${encodeURIComponent(id)}`,
});

const priceForm = form(pricing, 'createQuote', {
  path: '/book/price',
  access: 'quotes:write',
  fields: transportFields,
  check: checkSites,
  asks: siteAsks,
  /** The distance that a booking without a quote would be priced with. */
  input: async ({ fields }, { accounts: asked }) => {
    const km = kmOf(await asked.bookingDetails(await placed(fields, asked)));
    if (km > kmMax) throw new Refusal('out_of_area', errors.out_of_area.meaning);
    return { ...quoteInput(fields), km };
  },
  refusals,
  home: '/book',
  buttonOf: '/book',
  keeps: ({ id, expires_at }, { fields }) => ({
    ...{ quote_id: id, held_until: expires_at, priced: pricedOf(fields) },
  }),
});

const entryNames = Object.keys(bookingFields);

/** What stands in the form, sent or filled in; undefined in an empty one. */
function attemptOf(forms: FormView): Entered | undefined {
  const sent = entryNames.map((name) => [name, forms.entered(bookForm, name)[0]] as const);
  return sent.some(([, entry]) => entry !== undefined) ? Object.fromEntries(sent) : undefined;
}

/** A job's entries for another one like it: no code, no note, no reference. */
const again = (job: ShownJob, sites: SiteOptions): Entered => {
  const labels = new Map(sites);
  const { sku, parcels, priority, cost_centre, pickup, dropoff } = job;
  const { temperature_profile, dry_ice_kg } = job;
  const { note: _note, ...contacts } = instructionValues(job);
  return Object.fromEntries(
    Object.entries({
      ...{ sku, parcels, priority, timing: 'standard', cost_centre, ...contacts },
      ...{ temperature_profile, dry_ice_kg },
      pickup_site_id: labels.get(pickup.site_id),
      dropoff_site_id: labels.get(dropoff.site_id),
    }).map(([name, value]) => [name, textOf(value)]),
  );
};

const bookPage = page({
  path: '/book',
  access: 'jobs:write',
  nav: { label: 'Book', icon: 'package-plus' },
  title: 'Book a job',
  asks: {
    accounts: withActions(accounts, 'listSites', 'bookingDetails', 'bookingSites'),
    pricing: withActions(pricing, 'listQuotes', 'heldPrice', 'price'),
    jobs: withActions(jobs, 'get', 'listTemplates'),
  },
  load: async ({ query, clients, forms, person }) => {
    const { from } = query(z.object({ from: opaqueId.optional().catch(undefined) }));
    const attempt = attemptOf(forms);
    /** The entries of an attempt are shown, whatever does not answer. */
    const orNone = async <D>(asked: Promise<D>, none: D) =>
      attempt ? (dataOf(await partOf(asked)) ?? none) : asked;
    const [sites, services, model, templates, booker] = await Promise.all([
      orNone(listAllSites(clients.accounts).then(typedSites), []),
      orNone(
        clients.pricing.listQuotes({}).then(({ quotable_skus }) => quotable_skus),
        [],
      ),
      from === undefined
        ? undefined
        : scopedPart('jobs:read', person, () => clients.jobs.get({ id: from })),
      partOf(clients.jobs.listTemplates({})),
      partOf(clients.accounts.bookingSites({ site_ids: [] })),
    ]);
    const profiles = profileOptions(dataOf(booker)?.policies.temperature_profiles);
    const job = model && dataOf(model);
    const entered = attempt ?? (job && again(job, sites)) ?? {};
    const offer = await offerOf(entered, sites, clients);
    const shown = { sites, services, profiles, entered, offer };
    return { from, job, ...shown, templates: dataOf(templates)?.data ?? [] };
  },
  render: ({ from, job, templates, ...shown }, { forms, now }) => html`<h1>Book a job</h1>
${templateList({ templates, job }, forms)}
${forms.show(bookForm, {
  submit: 'Book',
  values: shown.entered,
  known: knownOf(shown),
  aside: html`<h2>Price</h2>
<p class="unseen" role="status"></p>
${offerView(shown.offer, shown.entered, now)}
<p><button formaction="${`/book/price${searchOf({ from })}`}">Price</button></p>`,
})}`,
  script: new URL('../../browser/book.ts', import.meta.url),
});

interface Shown {
  sites: SiteOptions;
  services: Services;
  profiles: Options;
  entered: Entered;
  offer: Offer;
}

function knownOf({ sites, services, profiles, entered, offer }: Shown) {
  const places = { options: sites.map(([, label]) => [label, label] as const) };
  const centre = offer.is === 'present' && offer.data.details.policies.default_cost_centre;
  const drawn = Object.keys(offerFields).map((name) => [name, { isLeftOut: true }]);
  return {
    ...Object.fromEntries(drawn),
    ...{ pickup_site_id: places, dropoff_site_id: places },
    sku: { options: offering(serviceOptions(services), entered.sku) },
    temperature_profile: { options: offering(profiles, entered.temperature_profile) },
    cost_centre: centre
      ? { hint: `Left empty, it is ${centre}, as your policies say.` }
      : undefined,
  };
}

/** With what was chosen, also where it is offered no longer: the service refuses it. */
function offering(options: Options, entry: Entered[string]): Options {
  const chosen = textOf(entry);
  const isNamed = chosen === '' || options.some(([value]) => value === chosen);
  return isNamed ? options : [...options, [chosen, chosen]];
}

type Services = OutputOf<(typeof pricing)['actions']['listQuotes']>['quotable_skus'];

export const serviceOptions = (services: Services): Options =>
  services.map(({ sku, name, price_cents, unit }) => [
    sku,
    `${name} – from ${formatMoney(price_cents)} ${unit}`,
  ]);

export const bookRoutes = [bookPage, priceForm, bookForm, ...templateRoutes];

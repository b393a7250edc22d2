/**
 * Stand-ins for the services that jobs asks: the part of their contract that it uses, on the real
 * bus.
 */
import {
  command as aCommand,
  accounts,
  custody,
  defineContract,
  type Priced,
  type PriceRequest,
  pricing,
  tracking,
} from '@svc/contracts';
import { bind } from '@svc/kit/bind';
import { Refusal } from '@svc/kit/refusal';
import { defineService } from '@svc/kit/service';
import { z } from 'zod';
import { assignment, clinic, laboratory, priced, pricedStat } from './job.ts';

const nothing = { calls: {}, config: z.object({}), reactions: [], schedules: [], migrations: [] };

const accountsPart = defineContract({
  name: 'accounts',
  actions: {
    bookingDetails: accounts.actions.bookingDetails,
    bookingSites: accounts.actions.bookingSites,
  },
  events: {},
});
const hospital = { ...laboratory, site_id: 'hos-0', name: 'Hospital' };
const sites = new Map([clinic, laboratory, hospital].map((site) => [site.site_id, site]));

function siteOf(id: string) {
  const site = sites.get(id);
  if (!site) throw new Refusal('unknown_site', `No site ${id}.`);
  return site;
}

const { query: accountsQuery } = bind()(accountsPart, {});
const booker = (tenant: string) => ({
  tenant: { id: tenant, name: `Name of ${tenant}` },
  policies: { default_cost_centre: 'CC-DEFAULT', requirements: {} },
});
const bookingDetails = accountsQuery(
  'bookingDetails',
  async ({ pickup_site_id, dropoff_site_id }, { tenant }) => ({
    ...booker(tenant),
    pickup: siteOf(pickup_site_id),
    dropoff: siteOf(dropoff_site_id),
  }),
);
const bookingSites = accountsQuery('bookingSites', async ({ site_ids }, { tenant }) => ({
  ...booker(tenant),
  sites: [...sites.values()].filter(({ site_id }) => site_ids.includes(site_id)),
}));
export const accountsStandIn = defineService({
  ...nothing,
  contract: accountsPart,
  actions: { bookingDetails, bookingSites },
});

const pricingPart = defineContract({
  name: 'pricing',
  actions: {
    heldPrice: pricing.actions.heldPrice,
    price: pricing.actions.price,
    prices: pricing.actions.prices,
  },
  events: {},
});
const supplies: Priced = { ...priced, sku: 'SUP-BOX', delivery: false };
const books = new Map([priced, pricedStat, supplies].map((price) => [price.sku, price]));
const withdrawn: Priced = { ...priced, sku: 'LAB-OLD' };
const quotes = new Map([
  ['q_lab', { ...priced, parcels: 3 }],
  ['q_supplies', supplies],
  ['q_withdrawn', withdrawn],
]);

const { query } = bind()(pricingPart, {});
function priceOfQuote(quote_id: string) {
  if (quote_id === 'q_expired') throw new Refusal('quote_expired', 'The quote expired.');
  const price = quotes.get(quote_id);
  if (!price) throw new Refusal('quote_not_found', 'No quote with this id.');
  return price;
}
function priceOfSku({ sku, km = 15, priority, timing, parcels }: PriceRequest) {
  const found = books.get(sku);
  if (!found) throw new Refusal('unknown_sku', `SKU ${sku} is not in price book 2026-11.`);
  const base = priority === 'stat' ? pricedStat : found;
  return {
    ...base,
    km,
    timing: timing ?? base.timing,
    parcels: parcels ?? base.parcels,
  };
}
const heldPrice = query('heldPrice', async ({ quote_id }) => priceOfQuote(quote_id));
const price = query('price', async (request) => priceOfSku(request));
const codes = ['unknown_sku', 'quote_not_found', 'quote_expired'] as const;
const prices = query('prices', async ({ requests }) => ({
  prices: requests.map((request) => {
    try {
      return 'quote_id' in request ? priceOfQuote(request.quote_id) : priceOfSku(request);
    } catch (error) {
      const code = error instanceof Refusal && codes.find((each) => each === error.code);
      if (!code) throw error;
      return { code, detail: error.detail };
    }
  }),
}));
export const pricingStandIn = defineService({
  ...nothing,
  contract: pricingPart,
  actions: { heldPrice, price, prices },
});

const trackingPart = defineContract({
  name: 'tracking',
  actions: {
    assignmentDetails: tracking.actions.assignmentDetails,
    /** Tells that a vehicle is near. */
    enter: aCommand({
      input: tracking.events['geofence.entered'].data,
      output: z.object({}),
      refusals: [],
    }),
    /** Emits an excursion that its sensors have shown. */
    exceed: aCommand({
      input: tracking.events['temperature.excursion'].data.extend({ at: z.string() }),
      output: z.object({}),
      refusals: [],
    }),
  },
  events: {
    'geofence.entered': tracking.events['geofence.entered'],
    'temperature.excursion': tracking.events['temperature.excursion'],
  },
});
/** Drivers drv_1 and drv_2, vehicles veh_1 and veh_2. */
const ofTracking = bind()(trackingPart, {});
const assignmentDetails = ofTracking.query(
  'assignmentDetails',
  async ({ driver_id, vehicle_id }) => {
    if (!/^drv_[12]$/.test(driver_id)) throw new Refusal('unknown_driver', 'No such driver.');
    if (!/^veh_[12]$/.test(vehicle_id)) throw new Refusal('unknown_vehicle', 'No such vehicle.');
    return { ...assignment, driver_id, vehicle_id };
  },
);
const enter = ofTracking.command('enter', {
  handle: async (entry, { emit }) => {
    emit('geofence.entered', entry, {}, { jobId: entry.job_id });
    return {};
  },
});
const exceed = ofTracking.command('exceed', {
  handle: async ({ at, ...excursion }, { emit }) => {
    const { job_id: jobId } = excursion;
    emit('temperature.excursion', excursion, { at, position: null }, { jobId });
    return {};
  },
});
export const trackingStandIn = defineService({
  ...nothing,
  contract: trackingPart,
  actions: { assignmentDetails, enter, exceed },
});

const custodyPart = defineContract({
  name: 'custody',
  actions: { filesOf: custody.actions.filesOf },
  events: {},
});
const file = (id: string, kind: 'signature' | 'photo') =>
  ({ object: 'file', id, kind, sha256: `sha-of-${kind}`, size: 9 }) as const;
const files = [file('file_s', 'signature'), file('file_p', 'photo')];
/** Every job has a signature file_s and a photo file_p. */
const filesOf = bind()(custodyPart, {}).query('filesOf', async ({ file_ids }) => ({
  files: files.filter(({ id }) => file_ids.includes(id)),
}));
export const custodyStandIn = defineService({
  ...nothing,
  contract: custodyPart,
  actions: { filesOf },
});

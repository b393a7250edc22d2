/** Stand-ins for the services that jobs asks, on the real bus. */
import {
  accounts,
  custody,
  type DeskTracking,
  type Priced,
  type PriceRequest,
  pricing,
  tracking,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { standIn } from '@svc/kit/testing/stand-in';
import { assignment, clinic, laboratory, priced, pricedStat } from './job.ts';

const hospital = { ...laboratory, site_id: 'hos-0', name: 'Hospital' };
const sites = new Map([clinic, laboratory, hospital].map((site) => [site.site_id, site]));

function siteOf(id: string) {
  const site = sites.get(id);
  if (!site) throw new Refusal('unknown_site', `No site ${id}.`);
  return site;
}

const booker = (tenant: string) => ({
  tenant: { id: tenant, name: `Name of ${tenant}` },
  policies: { default_cost_centre: 'CC-DEFAULT', requirements: {} },
});
const address = {
  type: 'clinic',
  tenant_id: 'ten_sites',
  address: '1 Marula Road',
  phone: '+27 11 555 0100',
  receiving_hours: '24/7',
} as const;
const accountsStandIn = standIn(accounts, {
  bookingDetails: async ({ pickup_site_id, dropoff_site_id }, { tenant }) => ({
    ...booker(tenant),
    pickup: siteOf(pickup_site_id),
    dropoff: siteOf(dropoff_site_id),
  }),
  bookingSites: async ({ site_ids }, { tenant }) => ({
    ...booker(tenant),
    sites: [...sites.values()].filter(({ site_id }) => site_ids.includes(site_id)),
  }),
  siteDetails: async ({ site_ids }) => ({
    sites: [...sites.values()]
      .filter(({ site_id }) => site_ids.includes(site_id))
      .map(({ site_id, ...place }) => ({ id: site_id, ...place, ...address })),
  }),
});

const supplies: Priced = { ...priced, sku: 'SUP-BOX', delivery: false };
const books = new Map([priced, pricedStat, supplies].map((price) => [price.sku, price]));
const withdrawn: Priced = { ...priced, sku: 'LAB-OLD' };
const quotes = new Map([
  ['q_lab', { ...priced, parcels: 3 }],
  ['q_supplies', supplies],
  ['q_withdrawn', withdrawn],
]);

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
const codes = ['unknown_sku', 'quote_not_found', 'quote_expired'] as const;
const pricingStandIn = standIn(pricing, {
  heldPrice: async ({ quote_id }) => priceOfQuote(quote_id),
  price: async (request) => priceOfSku(request),
  prices: async ({ requests }) => ({
    prices: requests.map((request) => {
      try {
        return 'quote_id' in request ? priceOfQuote(request.quote_id) : priceOfSku(request);
      } catch (error) {
        const code = error instanceof Refusal && codes.find((each) => each === error.code);
        if (!code) throw error;
        return { code, detail: error.detail };
      }
    }),
  }),
});

/** Of every job. */
export const trackingState: DeskTracking = {
  eta_minutes: 12,
  sla_status: 'on_time',
  minutes_late: 0,
  out_of_range: null,
  exception: null,
  last_position: { lat: -26.1, lng: 28, at: '2026-11-02T07:59:00.000Z' },
  temperature: null,
};

/** Drivers drv_1 and drv_2, vehicles veh_1 and veh_2. */
const trackingStandIn = standIn(tracking, {
  assignmentDetails: async ({ driver_id, vehicle_id }) => {
    if (!/^drv_[12]$/.test(driver_id)) throw new Refusal('unknown_driver', 'No such driver.');
    if (!/^veh_[12]$/.test(vehicle_id)) throw new Refusal('unknown_vehicle', 'No such vehicle.');
    return { ...assignment, driver_id, vehicle_id };
  },
  deskTracking: async () => trackingState,
});

const file = (id: string, kind: 'signature' | 'photo') =>
  ({ object: 'file', id, kind, sha256: `sha-of-${kind}`, size: 9 }) as const;
const files = [file('file_s', 'signature'), file('file_p', 'photo')];
/** Of every job. */
export const custodyState = { events: 3, chain_hash: 'sha256:1', certificates: [] };

/** Every job has a signature file_s and a photo file_p. */
const custodyStandIn = standIn(custody, {
  deskCustody: async () => custodyState,
  filesOf: async ({ file_ids }) => ({ files: files.filter(({ id }) => file_ids.includes(id)) }),
});

export const neighbours = [accountsStandIn, pricingStandIn, trackingStandIn, custodyStandIn];

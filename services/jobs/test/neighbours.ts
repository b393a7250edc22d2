/** Stand-ins for the services that jobs asks, on the real bus. */
import {
  accounts,
  custody,
  type DeskTracking,
  type Driver,
  type OwnProfile,
  type Priced,
  type PriceRequest,
  partner,
  pricing,
  type Requirements,
  tracking,
  type Vehicle,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { standIn } from '@svc/kit/testing/stand-in';
import { assignment, clinic, laboratory, priced, pricedStat } from './job.ts';

const hospital = { ...laboratory, site_id: 'hos-0', name: 'Hospital' };
/** Further from the others than any way that is priced. */
const nairobi = {
  ...clinic,
  site_id: 'far',
  name: 'Nairobi',
  position: { lat: -1.29, lng: 36.82 },
};
const sites = new Map([clinic, laboratory, hospital, nairobi].map((site) => [site.site_id, site]));

function siteOf(id: string) {
  const site = sites.get(id);
  if (!site) throw new Refusal('unknown_site', `No site ${id}.`);
  return site;
}

/** Name of a tenant that has a GS1 company prefix. */
export const prefixed = (tenant: string): string => `${tenant}_gs1`;
const sscc = { company_prefix: '6001234', extension_digit: 3 };

/** Name of a tenant whose policy for LAB-STD asks for scans, for codes, and for the desk. */
export const policed = (tenant: string): string => `${tenant}_policed`;
const policy: Requirements = {
  ...{ otp: false, id_check: false, signature: false, photo: false },
  ...{ scan: 'parcels', pickup_otp: true, return_otp: true, undeliverable: 'ask_desk' },
};

export const plasma: OwnProfile = {
  ...{ name: 'plasma', temperature_class: 'frozen', min_c: -40, max_c: -25.5 },
  ...{ allowed_minutes: 10, absolute_min_c: -80, absolute_max_c: -18 },
};

const booker = (tenant: string) => ({
  tenant: { id: tenant, name: `Name of ${tenant}` },
  policies: {
    default_cost_centre: 'CC-DEFAULT',
    requirements: tenant.endsWith('_policed') ? { 'LAB-STD': policy } : {},
    sscc: tenant.endsWith('_gs1') ? sscc : null,
    temperature_profiles: [plasma],
  },
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
const frozen: Priced = { ...priced, sku: 'BLD-FRZ', temperature_class: 'frozen', un_number: '' };
const books = new Map([priced, pricedStat, supplies, frozen].map((price) => [price.sku, price]));
const withdrawn: Priced = { ...priced, sku: 'LAB-OLD' };
const quotes = new Map([
  ['q_lab', { ...priced, parcels: 3 }],
  ['q_supplies', supplies],
  ['q_withdrawn', withdrawn],
  ['q_plasma', { ...frozen, temperature_profile: plasma }],
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

/** The same for every job. */
export const trackingState: DeskTracking = {
  eta_minutes: 12,
  eta_basis: 'position',
  position_at: '2026-11-02T07:58:00.000Z',
  sla_status: 'on_time',
  minutes_late: 0,
  out_of_range: null,
  exception: null,
  last_position: { lat: -26.1, lng: 28, at: '2026-11-02T07:59:00.000Z' },
  temperature: null,
};

const created_at = '2026-01-05T08:00:00.000Z';
const listed = <T>(data: T[]) => ({ object: 'list' as const, data, has_more: false });
const driver = (id: string, licence: string): Driver => ({
  ...{ object: 'driver', id, first_name: 'Thandi', last_name: 'Mokoena', created_at },
  ...{ has_photo: false, client_id: null, status: 'active', phone: null, base: null, shifts: null },
  hub_id: null,
  documents: [{ document: 'driving_licence', expires_on: licence }],
});
/** At the clinic. */
const vehicle = (id: string): Vehicle => ({
  ...{ object: 'vehicle', id, registration: `CA ${id}`, documents: [], created_at },
  ...{ last_position: clinic.position, status: 'active', base: null, capacity: [] },
  hub_site_id: null,
});

export const left = { driver_id: 'drv_left', vehicle_id: 'veh_left' };
/** Works on Mondays, as 2 November 2026 is. */
const shifts = { week: [{ day: 'mon' as const, from: '06:00', to: '22:00' }], exceptions: [] };

/** A box of every job, and one that waits at the clinic. */
export const packedIn = {
  ...({ identifier: 'BOX-1', kind: 'cool_box', parcels: 1, codes: null } as const),
  units: ['CRATE-1', 'CAGE-1'],
};
export const waiting = { identifier: 'BOX-2', kind: 'tote', site_id: 'cli-0' } as const;
const plateOf = (id: string) => (id === 'veh_1' ? assignment.registration : `plate of ${id}`);

export const hub = { vehicle_id: 'veh_hub', registration: 'HUB NORTH', site_id: 'lab-1' };
/** While it is retired, the hub is not there. */
export const hubState = { isRetired: false };
/** In either notation. */
const isHub = (plate: string) => plate.toUpperCase() === hub.registration;

/**
 * Drivers drv_1, drv_2, whose licence has expired, and drv_left, who is retired; vehicles veh_1, veh_2
 * and veh_left; drv_keeper, who keeps the hub.
 */
const trackingStandIn = standIn(tracking, {
  assignmentDetails: async ({ driver_id, registration, vehicle_id = registration ?? '' }) => {
    if (driver_id === left.driver_id) throw new Refusal('driver_retired', 'Retired.');
    if (vehicle_id === left.vehicle_id) throw new Refusal('vehicle_retired', 'Retired.');
    if (isHub(vehicle_id)) {
      const { site_id: hub_site_id, ...place } = hub;
      return { driver_id, driver_first_name: 'Keeper', ...place, hub_site_id };
    }
    if (!/^drv_[12]$/.test(driver_id)) throw new Refusal('unknown_driver', 'No such driver.');
    if (!/^veh_[12]$/.test(vehicle_id)) throw new Refusal('unknown_vehicle', 'No such vehicle.');
    return { ...assignment, driver_id, vehicle_id, registration: plateOf(vehicle_id) };
  },
  hubDetails: async ({ hub_ids, kept_by }) => {
    const isAsked = hub_ids.includes(hub.vehicle_id) || kept_by === 'drv_keeper';
    return { hubs: isAsked && !hubState.isRetired ? [hub] : [] };
  },
  deskTracking: async () => trackingState,
  boxesOfCourier: async ({ job_ids, site_ids }) => ({
    boxes: job_ids.map((job_id) => ({ ...packedIn, job_id })),
    take_along: [waiting].filter(({ site_id }) => site_ids.includes(site_id)),
    // A cage of two jobs, and a crate of each.
    whole: job_ids.length > 1 ? ['CAGE-1'] : ['CRATE-1'],
  }),
  listDrivers: async ({ status }) =>
    listed(
      [
        { ...driver(left.driver_id, '2027-01-31'), status: 'retired' as const },
        driver('drv_2', '2026-11-01'),
        { ...driver('drv_1', '2027-01-31'), shifts },
      ].filter((each) => status === undefined || each.status === status),
    ),
  listVehicles: async () => listed(['veh_2', 'veh_1'].map(vehicle)),
});

const file = (id: string, kind: 'signature' | 'photo') =>
  ({ object: 'file', id, kind, sha256: `sha-of-${kind}`, size: 9 }) as const;
const files = [file('file_s', 'signature'), file('file_p', 'photo')];
/** The same for every job. */
export const custodyState = { events: 3, chain_hash: 'sha256:1', certificates: [] };

/** Every job has a signature file_s and a photo file_p. */
const custodyStandIn = standIn(custody, {
  deskCustody: async () => custodyState,
  filesOf: async ({ file_ids }) => ({ files: files.filter(({ id }) => file_ids.includes(id)) }),
  photoLinks: async ({ file_ids }) => ({
    links: file_ids.map((file_id) => ({ file_id, url: `https://svc.example/files/${file_id}` })),
  }),
});

export const neighbours = [
  accountsStandIn,
  pricingStandIn,
  trackingStandIn,
  custodyStandIn,
  standIn(partner, {}),
];

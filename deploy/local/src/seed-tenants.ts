/** Fictional places: the sandbox's published sites, and the tenants of a demonstration. */
import type { accounts, RequestOf } from '@svc/contracts';

export type SeedSite = RequestOf<(typeof accounts)['actions']['putSite']>;
export type SeedUser = RequestOf<(typeof accounts)['actions']['createUser']>;
export interface SeedTenant {
  id: string;
  name: string;
  /** Its clients run the desk. */
  carrier?: boolean;
  sites: readonly SeedSite[];
  /** Users that may sign in, by the address that the OpenID provider verifies. */
  users?: readonly SeedUser[];
}

/** Id, name, address, latitude, longitude. The id's first part is the kind of place. */
type Row = readonly [string, string, string, number, number];

const round = 'Mo-Fr 07:30-17:00; Sa 08:00-12:00; PH off';
const kinds = {
  cli: { type: 'clinic', receiving_hours: round, cost_centres: ['outpatients', 'phlebotomy'] },
  lab: { type: 'lab', receiving_hours: '24/7', cost_centres: ['pathology', 'referrals'] },
  hos: {
    type: 'hospital',
    receiving_hours: '24/7',
    cost_centres: ['theatre', 'wards', 'emergency'],
  },
  ph: {
    type: 'pharmacy',
    receiving_hours: 'Mo-Fr 08:00-18:00; Sa 08:00-13:00',
    cost_centres: ['dispensary', 'deliveries'],
  },
  whl: { type: 'wholesaler', receiving_hours: 'Mo-Sa 05:00-19:00', cost_centres: ['waves'] },
  bb: { type: 'blood_bank', receiving_hours: '24/7', cost_centres: ['issues', 'donations'] },
} as const;

const isKind = (text: string): text is keyof typeof kinds => Object.hasOwn(kinds, text);

function toSite([id, name, address, lat, lng]: Row, shared: boolean): SeedSite {
  const kind = id.replace(/^site_\w+_|-\d+$/g, '');
  if (!isKind(kind)) throw new Error(`${id} names no kind of site`);
  const { cost_centres, ...fields } = kinds[kind];
  return {
    id,
    name,
    address,
    position: { lat, lng },
    shared,
    ...fields,
    cost_centres: [...cost_centres],
  };
}

const sites = (shared: boolean, rows: readonly Row[]): SeedSite[] =>
  rows.map((row) => toSite(row, shared));

/** Owns what every sandbox caller may book from and to (API document, Site). */
export const sandboxTenant: SeedTenant = {
  id: 'ten_sandbox',
  name: 'Sandbox',
  sites: sites(true, [
    [
      'cli-0',
      'Marula Ridge Clinic',
      '14 Marula Crescent, Randburg, Johannesburg',
      -26.0936,
      28.0064,
    ],
    [
      'cli-1',
      'Blue Crane Family Clinic',
      '3 Heron Lane, Rosebank, Johannesburg',
      -26.1458,
      28.0412,
    ],
    ['cli-2', 'Kiewiet Street Clinic', '88 Kiewiet Street, Soweto', -26.2485, 27.854],
    ['cli-3', 'Aloe Park Clinic', '21 Aloe Avenue, Midrand', -25.9992, 28.1263],
    ['cli-4', 'Jacaranda Gate Clinic', '7 Gate Road, Hatfield, Pretoria', -25.7487, 28.2293],
    ['cli-5', 'Koppie View Clinic', '40 Koppie Drive, Centurion', -25.8603, 28.1894],
    ['cli-6', 'Protea Bay Clinic', '5 Strand Close, Sea Point, Cape Town', -33.9169, 18.3873],
    ['cli-7', 'Fynbos Clinic', '62 Buchu Road, Claremont, Cape Town', -33.9806, 18.4653],
    ['cli-8', 'Silvertree Clinic', '9 Leaf Street, Khayelitsha, Cape Town', -34.0403, 18.6752],
    [
      'lab-0',
      'Highveld Reference Laboratory',
      '1 Assay Road, Parktown, Johannesburg',
      -26.1817,
      28.0368,
    ],
    ['lab-1', 'Eastgate Diagnostic Laboratory', '17 Lens Street, Bedfordview', -26.1806, 28.1207],
    ['lab-2', 'Union Hill Laboratory', '230 Slide Street, Arcadia, Pretoria', -25.7446, 28.2115],
    ['lab-3', 'Table Bay Laboratory', '11 Titration Way, Pinelands, Cape Town', -33.9342, 18.5012],
    ['hos-0', 'Witstone Hospital', '100 Ridge Road, Hillbrow, Johannesburg', -26.1888, 28.0471],
    ['hos-1', 'Rietvlei Day Hospital', '55 Reed Avenue, Sandton', -26.1046, 28.0601],
    ['hos-2', 'Fountains Hospital', '12 Spring Road, Groenkloof, Pretoria', -25.7716, 28.2135],
    ['hos-3', 'Lion Slope Hospital', '8 Slope Street, Gardens, Cape Town', -33.9351, 18.4106],
    ['ph-0', 'Acacia Pharmacy', '2 Thorn Street, Melville, Johannesburg', -26.1754, 28.0086],
    ['ph-1', 'Baobab Pharmacy', '19 Root Road, Bryanston', -26.0573, 28.0254],
    ['ph-2', 'Cycad Pharmacy', '33 Cone Street, Fourways', -26.0168, 28.0104],
    ['ph-3', 'Dune Lane Pharmacy', '6 Dune Lane, Germiston', -26.2209, 28.1697],
    ['ph-4', 'Everlasting Pharmacy', '71 Petal Road, Roodepoort', -26.1442, 27.8723],
    ['ph-5', 'Fig Tree Pharmacy', '4 Fig Street, Brooklyn, Pretoria', -25.7686, 28.2361],
    ['ph-6', 'Gannet Pharmacy', '27 Wing Road, Menlyn, Pretoria', -25.7835, 28.2752],
    ['ph-7', 'Hoopoe Pharmacy', '90 Crest Avenue, Irene', -25.8745, 28.2187],
    ['ph-8', 'Impala Lily Pharmacy', '15 Lily Road, Bellville, Cape Town', -33.8999, 18.6298],
    ['ph-9', 'Jackal Berry Pharmacy', '48 Berry Street, Rondebosch, Cape Town', -33.9621, 18.4713],
    ['ph-10', 'Keurboom Pharmacy', '22 Keurboom Road, Milnerton, Cape Town', -33.8712, 18.4993],
    ['ph-11', 'Lavender Hill Road Pharmacy', '13 Hill Road, Muizenberg', -34.0986, 18.4724],
    ['whl-0', 'Springbok Flats Distribution Centre', '1 Tote Road, Isando', -26.1421, 28.2043],
    ['bb-0', 'Ubuntu Blood Bank', '10 Giving Street, Constantia Kloof', -26.1526, 27.9097],
  ]),
};

/** For demonstrations at any hour of the week. */
const roundTheClock = (each: SeedSite): SeedSite => ({ ...each, receiving_hours: '24/7' });

const demo: SeedTenant = {
  id: 'ten_demo',
  name: 'Demo Health Group',
  users: [
    { role: 'admin', name: 'Demo Admin', email: 'admin@demo.example' },
    { role: 'booker', name: 'Demo Booker', email: 'booker@demo.example' },
    { role: 'viewer', name: 'Demo Viewer', email: 'viewer@demo.example' },
    { role: 'auditor', name: 'Demo Auditor', email: 'auditor@demo.example' },
  ],
  sites: sites(false, [
    [
      'site_demo_cli-0',
      'Demo Clinic',
      '31 Sample Street, Parkhurst, Johannesburg',
      -26.1391,
      28.0179,
    ],
    ['site_demo_lab-0', 'Demo Laboratory', '2 Pipette Road, Auckland Park', -26.1829, 28.0012],
    ['site_demo_hos-0', 'Demo Hospital', '77 Ward Avenue, Houghton', -26.1649, 28.0643],
    ['site_demo_ph-0', 'Demo Pharmacy', '5 Counter Street, Norwood', -26.1577, 28.0779],
    ['site_demo_whl-0', 'Demo Distribution Centre', '60 Pallet Road, Jet Park', -26.1716, 28.2181],
  ]).map(roundTheClock),
};

/** A second customer, whose data the first must never see. */
const rival: SeedTenant = {
  id: 'ten_rival',
  name: 'Rival Laboratories',
  sites: sites(false, [
    [
      'site_rival_cli-0',
      'Rival Collection Point',
      '18 Swab Street, Lynnwood, Pretoria',
      -25.7631,
      28.2804,
    ],
    [
      'site_rival_lab-0',
      'Rival Laboratory',
      '44 Centrifuge Road, Silverton, Pretoria',
      -25.7333,
      28.3005,
    ],
  ]),
};

/** The carrier: holds the operations scopes, and keeps the places that all customers share. */
const operator: SeedTenant = {
  id: 'ten_operator',
  carrier: true,
  name: 'Courier Operations',
  users: [
    { role: 'dispatcher', name: 'Demo Dispatcher', email: 'dispatcher@carrier.example' },
    { role: 'quality', name: 'Demo Quality', email: 'quality@carrier.example' },
    { role: 'desk_lead', name: 'Demo Desk Lead', email: 'desk_lead@carrier.example' },
  ],
  sites: sites(true, [
    ['site_shared_bb-0', 'Central Blood Bank', '10 Donor Street, Johannesburg', -26.2005, 28.0421],
    ['site_shared_hos-0', 'Central Hospital', '1 Infirmary Road, Braamfontein', -26.1929, 28.0345],
    ['site_shared_lab-0', 'Central Laboratory', '9 Reagent Road, Richmond', -26.1818, 28.0146],
  ]),
};

export const liveTenants: readonly SeedTenant[] = [demo, rival, operator];

/** Drivers, vehicles, places, bookings and mishaps of a day at the demo carrier. */
import { bookedJob, type Position, type Site, type Status } from '@svc/contracts';
import type { Api } from '../api.ts';
import { sitesOfType } from '../carrier.ts';
import { randomFor } from '../random.ts';

export const vehicles = 15;
const names =
  'Naledi Thabo Zanele Pieter Lerato Sipho Ayanda Bongani Chantal Dumisani Elsa Fatima Gift Hendrik Imran Jabu Kagiso Lwazi Mpho Nomsa Oupa Palesa Refilwe Sanele Tumelo';
export const dayCast = names.split(' ').map((first_name, i) => ({
  ...{ first_name, last_name: 'KMDBNSTRPVLGHZWJCEFQAUIOY'.charAt(i) },
  registration: `DAY ${101 + (i % vehicles)} GP`,
}));

const places = [
  ['hospital', 'Demo Day Hospital', '12 Theatre Road, Sandton', -26.1076, 28.0567],
  ['clinic', 'Demo Clinic South', '4 Swab Street, Rosettenville', -26.2465, 28.0515],
  ['clinic', 'Demo Clinic East', '90 Gauze Road, Bedfordview', -26.1806, 28.1307],
  ['pharmacy', 'Demo Pharmacy North', '8 Tablet Lane, Bryanston', -26.0573, 28.0254],
] as const;
/** With those that `npm start` makes, twelve. */
export const newSites = places.map(([type, name, address, lat, lng]) => ({
  ...{ type, name, address, position: { lat, lng }, receiving_hours: '24/7' },
}));

/** As the crow flies, and a third. */
export const kmBetween = (a: Position, b: Position): number =>
  Math.hypot((a.lat - b.lat) * 111, (a.lng - b.lng) * 100) * 1.3;

type Types = readonly Site['type'][];
/** SKU, minutes from ready to due, from where, to where. */
type Service = readonly [sku: string, minutes: number, from: Types, to: Types];
const wards: Types = ['clinic', 'hospital', 'blood_bank'];
const standard: Service = ['LAB-STD', 240, wards, ['lab']];
const cold: Service = ['LAB-COLD', 240, wards, ['lab']];
const urgent: Service = ['LAB-STAT', 60, wards, ['lab']];
const services: readonly Service[] = [
  ...[standard, cold, urgent],
  ['WHL-COLD', 480, ['wholesaler'], ['pharmacy', 'hospital']],
  ['BLD-STD', 180, ['blood_bank'], ['hospital']],
  ['HOS-STD', 240, ['hospital'], ['hospital', 'clinic']],
  ['LAB-FRZ', 300, ['hospital'], ['lab']],
];

/** One of each in twenty jobs, by their numbers. */
const mishaps = ['failed', 'late', 'warm', 'seal', 'cancelled'] as const;
export type Story = (typeof mishaps)[number] | 'plain';
export const storyOf = (number: number): Story =>
  mishaps.find((_, i) => number % 20 === 3 * (i + 1)) ?? 'plain';

function serviceOf(number: number, isAhead = false): Service {
  const story = storyOf(number);
  if (story === 'warm' || story === 'seal') return cold;
  const service = story === 'late' ? urgent : (services[number % services.length] ?? standard);
  // Nothing is urgent hours ahead.
  return service === urgent && isAhead ? standard : service;
}

/** By the client's reference the jobs of the day are known, and numbered. */
export const numberOf = ({ reference }: { reference: string }): number =>
  Number(/^REQ-(\d+)$/.exec(reference)?.[1] ?? Number.NaN);

export const opening = { first: 1_001, last: 1_080 };
const minutesAhead = 600;
/** Minutes until the parcels are ready, when this part of the time until due is over. */
export const minutesOf = (number: number, part: number): number => -part * serviceOf(number)[1];
export const minutesLater = (number: number): number =>
  randomFor(number, 4).between(20, minutesAhead);

/** The first are over, the next under way, the others spread over the hours to come. */
export function openingOf(number: number): { minutes: number; until: Status } {
  const i = number - opening.first;
  const story = storyOf(number);
  if (i < 18) return { minutes: minutesOf(number, 0.4 + (i % 5) / 10), until: 'delivered' };
  if (i < 32) {
    const minutes = minutesOf(number, story === 'late' ? 1.2 : 0.3 + (i % 6) / 10);
    return { minutes, until: story === 'plain' && i % 2 ? 'en_route_pickup' : 'in_transit' };
  }
  return { minutes: 10 + ((i - 32) / 48) * minutesAhead, until: 'booked' };
}

export function bookDayJob(
  { sender, sites }: { sender: Api; sites: readonly Site[] },
  number: number,
  minutes: number,
) {
  const random = randomFor(number, 1);
  const [sku, dueMinutes, from, to] = serviceOf(number, minutes > 0);
  const pickup = random.pick(sitesOfType(sites, from));
  const others = sites.filter(({ id }) => id !== pickup.id);
  const dropoff = random.pick(sitesOfType(others, to));
  const km = Math.round(kmBetween(pickup.position, dropoff.position));
  const booking = {
    ...{ sku, km, reference: `REQ-${number}`, parcels: random.between(1, 4) },
    ...{ pickup_site_id: pickup.id, dropoff_site_id: dropoff.id },
    priority: dueMinutes > 60 ? 'same_day' : 'stat',
    ready_at: new Date(Date.now() + minutes * 60_000).toISOString(),
  };
  return sender.post('/jobs', booking, bookedJob);
}

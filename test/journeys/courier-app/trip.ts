/** One job of a seeded day: what was drawn for it, and what its record must hold afterwards. */
import type { Random } from '@svc/simulators/random';
import type { BookedJob, CourierStand, Driver } from './courier-stand.ts';
import type { Handset } from './handset.ts';
import type { ReportedIncident } from './incidents.ts';
import type { Mishaps } from './mishaps.ts';

/** An event of the chain, with the true time between which it was recorded, ms. */
export interface ExpectedEvent {
  type: string;
  fromMs: number;
  untilMs: number;
}

const endings = [
  'handed over',
  'handed over',
  'handed over',
  'code corrected',
  'code discarded',
  'scans corrected',
  'brought back',
] as const;

export interface Day {
  stand: CourierStand;
  handset: Handset;
  mishaps: Mishaps;
  /** A stream of its own for each step, so that the course of a seed does not depend on timing. */
  draws(): Random;
}

export interface Trip {
  job: BookedJob;
  seal: string;
  /** Codes that the scan policy asks for: the seal, or the seal and the parcel. */
  codes: readonly string[];
  expected: ExpectedEvent[];
  /** Entries of the timeline, from its first. */
  timeline: string[];
  digests: Record<string, string>;
  incidents: ReportedIncident[];
  ending: (typeof endings)[number];
  hasFailedCollection: boolean;
  hasWrongPickupCode: boolean;
  hasReturnCode: boolean;
}

interface Booking {
  driver: Driver;
  /** Code of the one parcel of a job. */
  parcelCode(jobId: string): Promise<string>;
}

const proof = { otp: true, id_check: true, signature: true, photo: true };

export async function newTrip(random: Random, { driver, parcelCode }: Booking): Promise<Trip> {
  const seal = `SL-${random.between(10_000, 99_999)}`;
  const ending = random.pick(endings);
  const drawn = random.pick(['none', 'none', 'seal', 'parcels'] as const);
  const scan = ending === 'scans corrected' ? 'parcels' : drawn;
  const [pickup_otp, return_otp] = [random.next() < 0.3, random.next() < 0.5];
  const requirements = { ...proof, scan, pickup_otp, return_otp };
  const hasFailedCollection = random.next() < 0.2;
  const hasWrongPickupCode = pickup_otp && random.next() < 0.4;
  const job = await driver.job({ requirements });
  const parcel = scan === 'parcels' ? [await parcelCode(job.id)] : [];
  return {
    ...{ job, seal, ending, hasFailedCollection, hasWrongPickupCode },
    codes: scan === 'none' ? [] : [seal, ...parcel],
    hasReturnCode: return_otp,
    ...{ expected: [], timeline: ['booked', 'assigned'], digests: {}, incidents: [] },
  };
}

export const otherCode = (code = ''): string => (code.startsWith('1') ? '2' : '1') + code.slice(1);

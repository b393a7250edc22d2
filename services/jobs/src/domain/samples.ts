/**
 * The sample jobs of the sandbox: fictional, of every status, as old as their plan says when they
 * are made. Each is booked and driven by the rules of every other job.
 */
import type { BookingRequest } from '@svc/contracts';
import { type BookingFacts, bookJob } from './booking.ts';
import { type Crew, reach, type Stop } from './course.ts';
import type { Draw, Outcome } from './happening.ts';

interface SamplePlan {
  sku: string;
  pickup: string;
  dropoff: string;
  reference: string;
  crew: Pick<Crew, 'first_name' | 'registration'>;
  /** Minutes before the samples are made. */
  booked: number;
  /** Minutes after the booking. */
  stops: readonly (readonly [minutes: number, stop: Stop])[];
  /** The hand-over is known to jobs alone, so its certificate is still to come. */
  isPending?: true;
}

const crews = {
  ayanda: { first_name: 'Ayanda', registration: 'SBX 201 GP' },
  pieter: { first_name: 'Pieter', registration: 'SBX 202 GP' },
  naledi: { first_name: 'Naledi', registration: 'SBX 203 GP' },
  imraan: { first_name: 'Imraan', registration: 'SBX 204 CA' },
} as const;
const { ayanda, pieter, naledi, imraan } = crews;

const collected = [
  [6, 'assigned'],
  [9, 'set_out'],
  [27, 'near_pickup'],
  [31, 'collected'],
] as const;
const nearDropoff = [...collected, [34, 'left'], [48, 'scanned'], [66, 'near_dropoff']] as const;
const delivered = [...nearDropoff, [70, 'delivered']] as const;
const tooWarm = [...nearDropoff.slice(0, -1), [58, 'too_warm'], ...delivered.slice(-2)] as const;
const day = 24 * 60;

const plan = (
  [sku, pickup, dropoff]: readonly [string, string, string],
  rest: Omit<SamplePlan, 'sku' | 'pickup' | 'dropoff'>,
): SamplePlan => ({ sku, pickup, dropoff, ...rest });

export const samplePlans: readonly SamplePlan[] = [
  plan(['LAB-STD', 'cli-0', 'lab-0'], {
    reference: 'SAMPLE-01',
    crew: ayanda,
    booked: 9,
    stops: [],
  }),
  plan(['PHA-REPEAT', 'ph-2', 'cli-3'], {
    reference: 'SAMPLE-02',
    crew: ayanda,
    booked: 130,
    stops: [],
  }),
  plan(['HOS-STD', 'hos-1', 'lab-1'], {
    reference: 'SAMPLE-03',
    crew: pieter,
    booked: 21,
    stops: collected.slice(0, 1),
  }),
  plan(['BLD-STAT', 'bb-0', 'hos-0'], {
    reference: 'SAMPLE-04',
    crew: naledi,
    booked: 16,
    stops: collected.slice(0, 2),
  }),
  plan(['LAB-FRZ', 'cli-4', 'lab-2'], {
    reference: 'SAMPLE-05',
    crew: imraan,
    booked: 40,
    stops: collected,
  }),
  plan(['WHL-COLD', 'whl-0', 'ph-6'], {
    reference: 'SAMPLE-06',
    crew: pieter,
    booked: 67,
    stops: nearDropoff.slice(0, -1),
  }),
  plan(['LAB-STAT', 'hos-3', 'lab-3'], {
    reference: 'SAMPLE-07',
    crew: naledi,
    booked: 73,
    stops: delivered,
    isPending: true,
  }),
  plan(['LAB-STD', 'cli-1', 'lab-1'], {
    reference: 'SAMPLE-08',
    crew: ayanda,
    booked: 5 * 60,
    stops: delivered,
  }),
  plan(['LAB-COLD', 'cli-7', 'lab-3'], {
    reference: 'SAMPLE-09',
    crew: imraan,
    booked: day + 95,
    stops: delivered,
  }),
  plan(['PHA-COLD', 'ph-5', 'hos-2'], {
    reference: 'SAMPLE-10',
    crew: pieter,
    booked: 2 * day + 240,
    stops: tooWarm,
  }),
  plan(['LAB-ROUTE', 'cli-5', 'lab-2'], {
    reference: 'SAMPLE-11',
    crew: naledi,
    booked: 3 * 60,
    stops: [...collected.slice(0, 3), [33, 'no_pickup']],
  }),
  plan(['HOS-THTR', 'hos-0', 'hos-1'], {
    reference: 'SAMPLE-12',
    crew: imraan,
    booked: 4 * 60,
    stops: [[12, 'withdrawn']],
  }),
];

/** What chance gives to a sample. */
export interface SampleDraw extends Draw {
  parcel_ids: readonly string[];
}

const minuteMs = 60_000;

export const bookedAt = ({ booked }: SamplePlan, madeAt: Date): Date =>
  new Date(madeAt.getTime() - booked * minuteMs);

interface Made {
  /** From its booking to where it stands, one for each step. */
  outcomes: readonly Outcome[];
  /** All of it as one: where it stands, and the whole timeline. */
  stored: Outcome;
}

/** A sample goes its way step by step, as every job does. */
export function makeSample(
  sample: SamplePlan,
  facts: BookingFacts,
  { madeAt, draw }: { madeAt: Date; draw: SampleDraw },
): Made {
  const start = bookedAt(sample, madeAt);
  const request = requestOf(sample);
  let last = bookJob(request, facts, { ...draw, now: start, by: 'client:sandbox' });
  const outcomes = [last];
  const crew = { ...sample.crew, seal: `SBX-${sample.reference.slice(-2)}4711` };
  for (const [minutes, stop] of sample.stops) {
    const at = new Date(start.getTime() + minutes * minuteMs);
    last = reach(last.job, stop, { at, crew, draw });
    outcomes.push(last);
  }
  return { outcomes, stored: summed(outcomes, last) };
}

/** By the calendar of UTC. */
export const areFromToday = (madeAt: Date, now: Date): boolean =>
  madeAt.toISOString().slice(0, 10) === now.toISOString().slice(0, 10);

export const requestOf = ({ sku, pickup, dropoff, reference }: SamplePlan): BookingRequest => ({
  sku,
  pickup_site_id: pickup,
  dropoff_site_id: dropoff,
  reference,
  metadata: {},
});

const summed = (outcomes: readonly Outcome[], last: Outcome): Outcome => ({
  job: last.job,
  milestones: outcomes.flatMap(({ milestones }) => milestones),
  events: [],
});

/**
 * Plans of the sandbox's sample jobs: fictional, of every status, with times relative to their
 * creation. Each is booked and advanced by the same rules as any other job.
 */
import type { BookingRequest } from '@svc/contracts';
import { type BookingInputs, bookJob } from './booking.ts';
import type { GeneratedIds, TransitionResult } from './job-command.ts';
import { type JourneyCrew, type JourneyStop, reachStop } from './simulated-journey.ts';

interface SamplePlan {
  sku: string;
  pickup: string;
  dropoff: string;
  reference: string;
  crew: Pick<JourneyCrew, 'first_name' | 'registration'>;
  /** Time of booking, in minutes before the creation of the set. */
  booked: number;
  /** Minutes after the booking. */
  stops: readonly (readonly [minutes: number, stop: JourneyStop])[];
  /** The delivery event is not emitted, so that the certificate stays pending. */
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

/** Random values of a sample, with one id per parcel. */
export interface SampleIds extends GeneratedIds {
  parcel_ids: readonly string[];
}

const minuteMs = 60_000;

export const bookedAt = ({ booked }: SamplePlan, madeAt: Date): Date =>
  new Date(madeAt.getTime() - booked * minuteMs);

interface SampleHistory {
  /** One result per step, from the booking on. */
  results: readonly TransitionResult[];
  /** The final job with the whole timeline. */
  stored: TransitionResult;
}

/** Runs the plan through the state machine, step by step. */
export function buildSample(
  sample: SamplePlan,
  inputs: BookingInputs,
  { madeAt, ids }: { madeAt: Date; ids: SampleIds },
): SampleHistory {
  const start = bookedAt(sample, madeAt);
  const request = requestOf(sample);
  let last = bookJob(request, inputs, { ...ids, now: start, by: 'client:sandbox' });
  const results = [last];
  const crew = { ...sample.crew, seal: `SBX-${sample.reference.slice(-2)}4711` };
  for (const [minutes, stop] of sample.stops) {
    const at = new Date(start.getTime() + minutes * minuteMs);
    last = reachStop(last.job, stop, { at, crew, ids });
    results.push(last);
  }
  return { results, stored: merged(results, last) };
}

/** Same calendar day, UTC. */
export const areFromToday = (madeAt: Date, now: Date): boolean =>
  madeAt.toISOString().slice(0, 10) === now.toISOString().slice(0, 10);

export const requestOf = ({ sku, pickup, dropoff, reference }: SamplePlan): BookingRequest => ({
  sku,
  pickup_site_id: pickup,
  dropoff_site_id: dropoff,
  reference,
  metadata: {},
});

const merged = (
  results: readonly TransitionResult[],
  last: TransitionResult,
): TransitionResult => ({
  job: last.job,
  milestones: results.flatMap(({ milestones }) => milestones),
  events: [],
});

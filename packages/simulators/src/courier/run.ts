/** Drives the jobs: as many at a time as there are drivers. */
import { certificate, type Site } from '@svc/contracts';
import { type Api, ApiRefusal } from '../api.ts';
import { sitesOf } from '../carrier.ts';
import type { Credentials } from '../dev-file.ts';
import { randomFor } from '../random.ts';
import { type CourierScenario, type CourierSettings, courierScenarios } from './arguments.ts';
import { type BookedTrip, book, detailOf, getBooking, listUnassigned } from './bookings.ts';
import { type CourierCrew, prepareCrews, usualCast } from './crews.ts';
import { scenarioRuns } from './scenarios.ts';
import { newSeal, type Trip } from './trip.ts';

export interface CourierContext {
  /** Tenant whose jobs are driven. */
  tenant: string;
  desk: Api;
  sender: Api;
  apiOf(client: Credentials): Api;
  pause(minutes: number): Promise<void>;
  log(line: string): void;
}

/** Jobs that did not end as their story wanted. */
export async function runJobs(settings: CourierSettings, world: CourierContext): Promise<number> {
  const { jobs: count, seed } = settings;
  const sites = await sitesOf(world.sender);
  const resumed = await bookedBefore(settings, world, sites);
  const crews = await prepareCrews(usualCast.slice(0, count), { ...world, seed });
  const driveOne = async (crew: CourierCrew, i: number) => {
    const booking = resumed[i] ?? (await book(world.sender, sites, randomFor(seed, i)));
    return drive(world, { booking, crew, number: i + 1, settings });
  };
  // Each driver takes every n-th job, so that the result does not depend on their speed.
  const rounds = crews.map(async (crew, lane) => {
    let failed = 0;
    for (let i = lane; i < count; i += crews.length) failed += (await driveOne(crew, i)) ? 0 : 1;
    return failed;
  });
  const failures = await Promise.all(rounds);
  return failures.reduce((sum, failed) => sum + failed, 0);
}

/** Those that were named, then those that wait. */
async function bookedBefore(
  { take, booked }: CourierSettings,
  world: CourierContext,
  sites: readonly Site[],
): Promise<BookedTrip[]> {
  const named: BookedTrip[] = [];
  for (const name of take) named.push(await getBooking(name, { sender: world.sender, sites }));
  const others = booked ? await listUnassigned(world, sites) : [];
  return [...named, ...others.filter(({ id }) => named.every((each) => each.id !== id))];
}

interface Drive {
  booking: BookedTrip;
  crew: CourierCrew;
  number: number;
  settings: CourierSettings;
}

async function drive(
  world: CourierContext,
  { booking, crew, number, settings }: Drive,
): Promise<boolean> {
  const { sender, desk, pause } = world;
  const random = randomFor(settings.seed, 10_000 + number);
  const scenario = scenarioOf(settings, number);
  const job = await detailOf(sender, booking.id);
  const log = (what: string) => world.log(`${job.ref}  ${what}`);
  log(`${scenario}: ${booking.pickup.name} to ${booking.dropoff.name}`);
  log(job.tracking_url);
  const trip: Trip = {
    job,
    crew,
    from: booking.pickup.position,
    to: booking.dropoff.position,
    seal: newSeal(random),
    random,
    desk,
    sender,
    pause,
    log,
  };
  try {
    await scenarioRuns[scenario](trip);
    if (scenario === 'delivered' || scenario === 'seal_broken') await showCertificate(trip);
    return true;
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    log(error.message);
    return false;
  }
}

/** A mixed lot has each of them in turn. */
function scenarioOf({ scenario }: CourierSettings, number: number): CourierScenario {
  if (scenario !== 'mixed') return scenario;
  return courierScenarios[(number - 1) % courierScenarios.length] ?? 'delivered';
}

const certificateTries = 40;
const certificatePauseMs = 250;

/** Polls: the certificate is issued a moment after the hand-over. */
async function showCertificate({ job, sender, log }: Trip): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      const issued = await sender.get(`/certificates/${job.id}`, certificate);
      log(`certificate ${issued.id}: ${issued.verify_url}`);
      return;
    } catch (error) {
      const isPending = error instanceof ApiRefusal && error.code.startsWith('certificate_');
      if (!isPending || tries >= certificateTries) throw error;
      await new Promise((done) => setTimeout(done, certificatePauseMs));
    }
  }
}

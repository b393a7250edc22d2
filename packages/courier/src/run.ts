/** Drives the jobs: as many at a time as there are drivers. */
import { certificate } from '@svc/contracts';
import { type Api, Refused } from './api.ts';
import { type Scenario, type Settings, scenarios } from './arguments.ts';
import { type Booking, book, detailOf, sitesOf, waiting } from './bookings.ts';
import type { Credentials } from './dev-file.ts';
import { type Crew, crewsMax, mustered } from './fleet.ts';
import { randomFor } from './random.ts';
import { stories } from './stories.ts';
import { newSeal, type Trip } from './trip.ts';

export interface World {
  /** Whose jobs are driven. */
  tenant: string;
  desk: Api;
  sender: Api;
  apiOf(client: Credentials): Api;
  pause(minutes: number): Promise<void>;
  say(line: string): void;
}

/** Jobs that did not end as their story wanted. */
export async function runJobs(settings: Settings, world: World): Promise<number> {
  const { jobs: count, seed, take } = settings;
  const sites = await sitesOf(world.sender);
  const taken = take ? await waiting(world, sites) : [];
  const crews = await mustered(Math.min(count, crewsMax), { ...world, seed });
  const driveOne = async (crew: Crew, i: number) => {
    const booking = taken[i] ?? (await book(world.sender, sites, randomFor(seed, i)));
    return drive(world, { booking, crew, number: i + 1, settings });
  };
  // Each driver takes every n-th job, so that the story does not depend on who is faster.
  const rounds = crews.map(async (crew, lane) => {
    let failed = 0;
    for (let i = lane; i < count; i += crews.length) failed += (await driveOne(crew, i)) ? 0 : 1;
    return failed;
  });
  const failures = await Promise.all(rounds);
  return failures.reduce((sum, failed) => sum + failed, 0);
}

interface Drive {
  booking: Booking;
  crew: Crew;
  number: number;
  settings: Settings;
}

async function drive(world: World, { booking, crew, number, settings }: Drive): Promise<boolean> {
  const { sender, desk, pause } = world;
  const random = randomFor(settings.seed, 10_000 + number);
  const scenario = scenarioOf(settings, number);
  const job = await detailOf(sender, booking.id);
  const say = (what: string) => world.say(`${job.ref}  ${what}`);
  say(`${scenario}: ${booking.pickup.name} to ${booking.dropoff.name}`);
  say(job.tracking_url);
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
    say,
  };
  try {
    await stories[scenario](trip);
    if (scenario === 'delivered' || scenario === 'seal_broken') await showCertificate(trip);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say(error.message);
    return false;
  }
}

/** A mixed lot has each of them in turn. */
function scenarioOf({ scenario }: Settings, number: number): Scenario {
  if (scenario !== 'mixed') return scenario;
  return scenarios[(number - 1) % scenarios.length] ?? 'delivered';
}

const certificateTries = 40;
const certificatePauseMs = 250;

/** It is issued a moment after the hand-over. */
async function showCertificate({ job, sender, say }: Trip): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      const issued = await sender.get(`/certificates/${job.id}`, certificate);
      say(`certificate ${issued.id}: ${issued.verify_url}`);
      return;
    } catch (error) {
      const isPending = error instanceof Refused && error.code.startsWith('certificate_');
      if (!isPending || tries >= certificateTries) throw error;
      await new Promise((done) => setTimeout(done, certificatePauseMs));
    }
  }
}

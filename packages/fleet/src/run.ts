/** Drives the fleet: a batch of readings at each tick, until every job is handed over. */

import type { Api } from '@svc/courier/api';
import { randomFor } from '@svc/courier/random';
import type { Settings } from './arguments.ts';
import { begin, collect, findColdChain, handOver, pageUrlOf, type Run } from './jobs.ts';
import type { Provider, Taken } from './provider.ts';
import { type Reading, readingAt } from './readings.ts';
import { createRoad } from './road.ts';

export interface World {
  desk: Api;
  sender: Api;
  provider: Provider;
  pause(ms: number): Promise<void>;
  now(): Date;
  say(line: string): void;
}

const minuteMs = 60_000;

/** How many jobs got their cold-chain certificate. */
export async function runFleet(settings: Settings, world: World): Promise<number> {
  const { desk, sender, say } = world;
  const runs = await begin(world, settings.vehicles);
  for (const run of runs) {
    await collect(desk, run);
    say(`${run.job.ref}  ${run.registration}  ${await pageUrlOf(sender, run)}`);
  }
  await drive(runs, settings, world);
  for (const run of runs) await handOver(desk, run);
  say('all handed over; certificates come when the last readings are decided');
  return certificates(runs, world);
}

async function drive(runs: readonly Run[], settings: Settings, world: World): Promise<void> {
  const { fault, seed, minutes, rate } = settings;
  const road = createRoad(fault, randomFor(seed, 0));
  const start = world.now().getTime();
  const lengthMs = minutes * minuteMs;
  const total = { accepted: 0, duplicates: 0, rejected: 0 };
  for (let part = 0; part < 1; ) {
    const at = world.now();
    part = Math.min(1, (at.getTime() - start) / lengthMs);
    const told = runs.map((run) => readingAt(run, { at, part }, fault));
    await send(road.batches(told, at), total, world);
    if (part < 1) await world.pause(Math.min(minuteMs / rate, start + lengthMs - at.getTime()));
  }
  await send(road.rest(), total, world);
  const { accepted, duplicates, rejected } = total;
  world.say(`readings: ${accepted} accepted, ${duplicates} duplicates, ${rejected} rejected`);
}

type Total = Record<'accepted' | 'duplicates' | 'rejected', number>;

async function send(batches: readonly Reading[][], total: Total, { provider, say }: World) {
  for (const batch of batches) {
    const taken = await provider.post(batch);
    total.accepted += taken.accepted;
    total.duplicates += taken.duplicates;
    total.rejected += taken.rejected.length;
    say(line(batch.length, taken));
  }
}

function line(count: number, { accepted, duplicates, rejected }: Taken): string {
  const codes = [...new Set(rejected.map(({ code }) => code))].join(', ');
  const refused = rejected.length > 0 ? `, ${rejected.length} rejected (${codes})` : '';
  return `batch of ${count}: ${accepted} accepted, ${duplicates} duplicates${refused}`;
}

const triesMax = 150;
const tryEveryMs = 2_000;

async function certificates(runs: readonly Run[], world: World): Promise<number> {
  let issued = 0;
  for (const run of runs) {
    for (let tries = 0; tries < triesMax; tries += 1) {
      const found = await findColdChain(world.sender, run);
      if (found) {
        issued += 1;
        world.say(`${run.job.ref}  ${found.id}  ${found.cold_chain?.result}  ${found.verify_url}`);
        break;
      }
      await world.pause(tryEveryMs);
    }
  }
  return issued;
}

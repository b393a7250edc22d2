/** Drives the fleet: a batch of readings at each tick, until every job is handed over. */

import type { Api } from '../api.ts';
import { randomFor } from '../random.ts';
import type { FleetSettings } from './arguments.ts';
import { collect, findColdChain, handOver, pageUrlOf, startRuns, type VehicleRun } from './jobs.ts';
import { createLossyNetwork } from './lossy-network.ts';
import type { FleetProvider, TelemetryBatchResult } from './provider.ts';
import { type FleetReading, readingAt } from './readings.ts';

export interface FleetContext {
  desk: Api;
  sender: Api;
  provider: FleetProvider;
  pause(ms: number): Promise<void>;
  now(): Date;
  log(line: string): void;
}

const minuteMs = 60_000;

/** How many jobs got their cold-chain certificate. */
export async function runFleet(settings: FleetSettings, world: FleetContext): Promise<number> {
  const { desk, sender, log } = world;
  const runs = await startRuns(world, settings.vehicles);
  for (const run of runs) {
    await collect(desk, run);
    log(`${run.job.ref}  ${run.registration}  ${await pageUrlOf(sender, run)}`);
  }
  await drive(runs, settings, world);
  for (const run of runs) await handOver(desk, run);
  log('all handed over; certificates come when the last readings are decided');
  return certificates(runs, world);
}

async function drive(
  runs: readonly VehicleRun[],
  settings: FleetSettings,
  world: FleetContext,
): Promise<void> {
  const { fault, seed, minutes, rate } = settings;
  const network = createLossyNetwork(fault, randomFor(seed, 0));
  const start = world.now().getTime();
  const lengthMs = minutes * minuteMs;
  const total = { accepted: 0, duplicates: 0, rejected: 0 };
  for (let part = 0; part < 1; ) {
    const at = world.now();
    part = Math.min(1, (at.getTime() - start) / lengthMs);
    const readings = runs.map((run) => readingAt(run, { at, part }, fault));
    await send(network.batches(readings, at), total, world);
    if (part < 1) await world.pause(Math.min(minuteMs / rate, start + lengthMs - at.getTime()));
  }
  await send(network.flush(), total, world);
  const { accepted, duplicates, rejected } = total;
  world.log(`readings: ${accepted} accepted, ${duplicates} duplicates, ${rejected} rejected`);
}

type Total = Record<'accepted' | 'duplicates' | 'rejected', number>;

async function send(
  batches: readonly FleetReading[][],
  total: Total,
  { provider, log }: FleetContext,
) {
  for (const batch of batches) {
    const result = await provider.post(batch);
    total.accepted += result.accepted;
    total.duplicates += result.duplicates;
    total.rejected += result.rejected.length;
    log(line(batch.length, result));
  }
}

function line(count: number, { accepted, duplicates, rejected }: TelemetryBatchResult): string {
  const codes = [...new Set(rejected.map(({ code }) => code))].join(', ');
  const refused = rejected.length > 0 ? `, ${rejected.length} rejected (${codes})` : '';
  return `batch of ${count}: ${accepted} accepted, ${duplicates} duplicates${refused}`;
}

const triesMax = 150;
const tryEveryMs = 2_000;

async function certificates(runs: readonly VehicleRun[], world: FleetContext): Promise<number> {
  let issued = 0;
  for (const run of runs) {
    for (let tries = 0; tries < triesMax; tries += 1) {
      const found = await findColdChain(world.sender, run);
      if (found) {
        issued += 1;
        world.log(`${run.job.ref}  ${found.id}  ${found.cold_chain?.result}  ${found.verify_url}`);
        break;
      }
      await world.pause(tryEveryMs);
    }
  }
  return issued;
}

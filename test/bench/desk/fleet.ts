/** Fleet for the desk's bench: vehicles that report each second, and open jobs with drivers. */

import { jobs, tracking } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import type { BenchStack } from '../bench-stack.ts';
import { ownerPool } from '../database.ts';
import { sized } from '../size.ts';
import { sender } from '../telemetry.ts';
import { registerFleet } from '../telemetry-fleet.ts';
import { perBatch } from '../telemetry-load.ts';

export const vehicles = 2_000;
export const openJobs = sized({ small: 60, usual: 500 });

export interface Crew {
  driverIds: string[];
  names: string[];
  jobIds: string[];
}

const carrierClients = ({ processes }: BenchStack) =>
  createClients({ jobs, tracking }, processes.client.broker, {
    tenant: 'ten_operator',
    actor: 'bench',
    requestId: 'bench',
  });

/** All jobs are assigned: then another driver changes a row and leaves it where it is. */
export async function makeCrew(stack: BenchStack): Promise<Crew> {
  const { tracking } = carrierClients(stack);
  const names = ['Ayanda Bench', 'Bongani Bench'];
  const driverIds: string[] = [];
  for (const name of names) {
    const [first_name = '', last_name = ''] = name.split(' ');
    driverIds.push((await tracking.createDriver({ first_name, last_name })).id);
  }
  const jobIds: string[] = [];
  for (let n = 0; n < openJobs; n += 1) {
    const id = String((await stack.book(`desk-${n}`)).id);
    jobIds.push(id);
    await assign(stack, { id, driver_id: driverIds[0] ?? '', vehicle: n });
  }
  return { driverIds, names, jobIds };
}

export const assign = (
  stack: BenchStack,
  { id, driver_id, vehicle }: { id: string; driver_id: string; vehicle: number },
) => carrierClients(stack).jobs.assign({ id, driver_id, vehicle_id: `veh_${vehicle % vehicles}` });

/** Each vehicle once a second, spread over it; resolves to how many seconds were late when stopped. */
export async function startReports(stack: BenchStack) {
  const owner = ownerPool(stack.settings.postgresUrl);
  const send = sender(stack, await registerFleet(stack, owner, vehicles), vehicles);
  await owner.end();
  const batches = vehicles / perBatch;
  const everyMs = 1_000 / batches;
  const stopping = new AbortController();
  let late = 0;
  const run = async () => {
    let due = performance.now();
    while (!stopping.signal.aborted) {
      await send();
      due += everyMs;
      const left = due - performance.now();
      if (left < 0) late += 1;
      else await new Promise((done) => setTimeout(done, left));
    }
  };
  // A sender that fails is reported when it is stopped.
  const running = run().catch((error: unknown) => error);
  return {
    stop: async (): Promise<number> => {
      stopping.abort();
      const failure = await running;
      if (failure !== undefined) throw failure;
      return late;
    },
  };
}

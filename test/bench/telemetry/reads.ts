/** Reads of a job under way in a vehicle that reports: itself, its last position, its trace. */
import { until } from '@svc/devnet';
import { Agent, request } from 'undici';
import type { Headers } from '../http.ts';
import { type Line, quantile, ratio, spread } from '../print.ts';
import { sized } from '../size.ts';
import type { BenchStack } from '../stack.ts';
import { addReadings } from './history.ts';

const reads = sized({ small: 40, usual: 200 });
const warmUp = 20;
const readingsOfTrace = 1_440;
const everyMs = 10_000;

/** Milliseconds of each read, by what is read. */
type ReadTimes = Readonly<Record<string, readonly number[]>>;

/** A job that has been under way for four hours; resolves to what measures its reads. */
export async function startReads(stack: BenchStack): Promise<() => Promise<ReadTimes>> {
  const { id, ref } = await startTrace(stack);
  const dispatcher = new Agent({ connections: 1 });
  stack.cleanup.defer(() => dispatcher.close());
  return async () => {
    const headers = await stack.signIn('demo');
    const read = (path: string) => timesOf(`${stack.url}${path}`, { dispatcher, headers });
    return {
      'the job': await read(`/jobs/${id}`),
      'its last position': await read(`/tracking/${ref}`),
      [`its trace of ${readingsOfTrace} readings`]: await read(`/jobs/${id}/temperature`),
    };
  };
}

/** Each read among the history against the same read without it. */
export const readLines = (without: ReadTimes, within: ReadTimes): Line[] =>
  Object.entries(within).map(([label, times]) => {
    const growth = ratio(quantile(times, 0.5), quantile(without[label] ?? [], 0.5));
    return [`read of ${label} (aim ~ 1)`, `${spread(times)}   ${growth} of without history`];
  });

async function startTrace(stack: BenchStack): Promise<{ id: string; ref: string }> {
  const { owner, as, tenants } = stack;
  const { id, ref } = JSON.parse(await stack.book('telemetry-reads'));
  const desk = as(tenants.carrier);
  const driver = await desk.tracking.createDriver({ first_name: 'Bench', last_name: 'Driver' });
  await desk.jobs.assign({ id, driver_id: driver.id, vehicle_id: 'veh_42' });
  const parcels = { seal: 'SEAL-1', parcels_scanned: 1, box_temperature_c: 4 };
  await desk.jobs.reachMilestone({ id, type: 'collect', ...parcels });
  const collected = `update tracking.tracked_job set collected_at = now() - interval '4 hours'
                      where job_id = $1 and collected_at is not null`;
  const isCollected = async () => (await owner.query(collected, [id])).rowCount === 1;
  await until(isCollected, { timeoutMs: 20_000, what: 'tracking to know of the collection' });
  // A reading every ten seconds.
  await addReadings(owner, {
    ...{ from: new Date(Date.now() - readingsOfTrace * everyMs), everyMs, devices: '^TR-42$' },
    ...{ readings: readingsOfTrace, seq: 10 ** 11 },
  });
  return { id, ref };
}

async function timesOf(
  url: string,
  options: { dispatcher: Agent; headers: Headers },
): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < reads; n += 1) {
    const started = performance.now();
    const { statusCode, body } = await request(url, options);
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${text.slice(0, 200)}`);
    if (n >= warmUp) took.push(performance.now() - started);
  }
  return took;
}

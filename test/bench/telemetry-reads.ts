/** Latency of reads among millions of readings: a vehicle's last position, a job's trace. */
import { until } from '@svc/devnet';
import type pg from 'pg';
import { Agent, request } from 'undici';
import type { BenchStack } from './bench-stack.ts';
import { quantile } from './print.ts';
import { sized } from './size.ts';
import { addRuns, asCarrier } from './telemetry-fleet.ts';

const reads = sized({ small: 40, usual: 200 });
const readingsOfTrace = 1_440;

/** A job that has been under way for four hours, in one of the vehicles. */
export async function readTimes(stack: BenchStack, owner: pg.Pool): Promise<[string, string][]> {
  const { id, ref } = await stack.book('telemetry-reads');
  const desk = asCarrier(stack);
  const driver = await desk.tracking.createDriver({ first_name: 'Bench', last_name: 'Driver' });
  await desk.jobs.assign({ id: String(id), driver_id: driver.id, vehicle_id: 'veh_42' });
  await desk.jobs.reachMilestone({
    id: String(id),
    type: 'collect',
    seal: 'SEAL-1',
    parcels_scanned: 1,
    box_temperature_c: 4,
  });
  await until(
    async () => {
      const { rowCount } = await owner.query(
        `update tracking.tracked_job set collected_at = now() - interval '4 hours'
          where job_id = $1 and collected_at is not null`,
        [id],
      );
      return rowCount === 1;
    },
    { timeoutMs: 20_000, what: 'the collection to be heard of' },
  );
  await addTrace(owner);
  return [
    ['last position (tracking record)', await timeOf(stack, `/tracking/${String(ref)}`)],
    [
      'temperature trace: 1 440 readings of four hours',
      await timeOf(stack, `/jobs/${String(id)}/temperature`),
    ],
  ];
}

/** A reading every ten seconds, none packed with another: so they come when nothing else is told. */
async function addTrace(owner: pg.Pool): Promise<void> {
  const everyMs = 10_000;
  const from = new Date(Date.now() - readingsOfTrace * everyMs);
  await owner.query(
    `select tracking.create_reading_partition(day::date) from unnest(array[$1, now()]::timestamptz[]) day`,
    [from],
  );
  await addRuns(owner, {
    from,
    everyMs,
    runs: readingsOfTrace,
    perRun: 1,
    seq: 10 ** 11,
    devices: '^TR-42$',
  });
}

async function timeOf({ url, auth }: BenchStack, path: string): Promise<string> {
  const dispatcher = new Agent({ connections: 1 });
  const took: number[] = [];
  let text = '';
  for (let n = 0; n < reads; n += 1) {
    const started = performance.now();
    const { statusCode, body } = await request(url + path, { dispatcher, headers: auth });
    text = await body.text();
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text.slice(0, 200)}`);
    if (n >= 20) took.push(performance.now() - started);
  }
  await dispatcher.close();
  const size = `${(text.length / 1_024).toFixed(0)} KiB`;
  const [p50, p99] = [quantile(took, 0.5), quantile(took, 0.99)];
  return `${p50.toFixed(1)} ms / ${p99.toFixed(1)} ms (p50 / p99, ${size})`;
}

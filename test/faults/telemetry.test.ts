/** kill -9 of tracking while batches come, and while it decides on them. */
import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { jobs, telemetryBatch, tracking } from '@svc/contracts';
import { until } from '@svc/devnet';
import { createClients } from '@svc/kit/client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { fetchToken } from './caller.ts';
import { jobIdOf } from './load.ts';
import { growthOf } from './memory.ts';
import { type FaultStack, startStack } from './stack.ts';

const hasNats = inject('natsUrl') !== undefined;

/** A job in a vehicle of its own. */
interface Run {
  job_id: string;
  device_id: string;
}

interface Answer {
  status: number;
  body: unknown;
}

/** Hears an answer also while the body is still on its way, which `fetch` does not. */
const exchange = (url: string, body: string, headers: Record<string, string>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers });
    outgoing.on('response', (response) => {
      const status = response.statusCode ?? 0;
      text(response).then((reply) => resolve({ status, body: JSON.parse(reply) }), reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

describe.skipIf(!hasNats)('telemetry', () => {
  let stack: FaultStack;
  let send: (body: string) => Promise<Answer>;
  let runs: [struck: Run, spared: Run];
  const start = Date.now() - 110_000;

  beforeAll(async () => {
    stack = await startStack({
      postgresUrl: inject('postgresUrl'),
      env: {
        SVC_EXCURSION_MINUTES: '2-8C:1',
        SVC_TELEMETRY_POLL_MS: '20',
        // However long restarts take, nothing comes late.
        SVC_TELEMETRY_WATERMARK_SECONDS: '600',
      },
    });
    await stack.start('tracking');
    send = await provider();
    runs = [await begin('struck'), await begin('spared')];
  });
  afterAll(() => stack?.stop());

  const desk = () =>
    createClients({ jobs, tracking }, stack.broker, {
      tenant: 'ten_operator',
      actor: 'desk',
      requestId: 'faults',
    });

  /** Signed anew each time. */
  async function provider() {
    const own = await desk().tracking.createTelemetryProvider({ name: 'Trackers' });
    const token = await fetchToken(stack.gatewayUrl('gateway'), own);
    return async (body: string) => {
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const hmac = createHmac('sha256', own.secret).update(`${timestamp}.${body}`).digest('hex');
      return exchange(`${stack.gatewayUrl('gateway')}/v1/telemetry/fleet`, body, {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'svc-timestamp': timestamp,
        'svc-signature': `v1=${hmac}`,
      });
    };
  }

  /** Sends a batch until it is taken; answers how many readings were new. */
  async function post(readings: readonly object[]): Promise<number> {
    const acceptance = await until(
      async () => {
        const { status, body } = await send(JSON.stringify({ readings }));
        return status === 202 ? telemetryBatch.parse(body) : undefined;
      },
      { timeoutMs: 60_000, everyMs: 100, what: 'the batch to be taken' },
    );
    return acceptance.accepted;
  }

  async function begin(name: string): Promise<Run> {
    const device_id = `TR-${name}`;
    const driver = await desk().tracking.createDriver({ first_name: 'D', last_name: name });
    const vehicle = await desk().tracking.createVehicle({ registration: name });
    await desk().tracking.createDevice({ device_id, vehicle_id: vehicle.id });
    const id = jobIdOf(await stack.book(name, { body: { sku: 'LAB-COLD' } }));
    await desk().jobs.assign({ id, driver_id: driver.id, vehicle_id: vehicle.id });
    const scanned = { seal: 'SEAL-1', parcels_scanned: 1, box_temperature_c: 4 };
    await desk().jobs.reachMilestone({ id, type: 'collect', ...scanned });
    await moveBack(id, '10 minutes');
    return { job_id: id, device_id };
  }

  /** Time cannot be waited for: tracking is told that it has passed. */
  const moveBack = (job_id: string, by: string) =>
    until(
      async () => {
        const { rowCount } = await stack.db.query(
          `update tracking.tracked_job
              set collected_at = collected_at - $2::interval,
                  evaluated_until = evaluated_until - $2::interval
            where job_id = $1 and collected_at is not null`,
          [job_id, by],
        );
        return rowCount === 1;
      },
      { timeoutMs: 60_000, what: 'the collection to be heard of' },
    );

  /** A hundred seconds: in range, 70 s too warm, in range again; numbers and places shuffled. */
  const batchesOf = ({ device_id }: Run) => {
    const readings = Array.from({ length: 100 }, (_, n) => ({
      device_id,
      seq: n,
      at: new Date(start + n * 1_000).toISOString(),
      temperature_c: n >= 15 && n <= 85 ? 9 : 5,
    }));
    const shuffled = readings.map((_, n) => readings[(n * 37) % 100] ?? {});
    return Array.from({ length: 10 }, (_, n) => shuffled.slice(n * 10, n * 10 + 10));
  };

  it('comes to the same trace and the same events as if nothing had happened', async () => {
    const [struck, spared] = runs;
    let accepted = 0;
    for (const batch of batchesOf(spared)) accepted += await post(batch);
    expect(accepted).toBe(100);
    for (const [n, batch] of batchesOf(struck).entries()) {
      const posting = post(batch);
      if (n % 4 === 2) {
        await stack.kill('tracking');
        await stack.start('tracking');
      }
      await posting;
    }
    await stack.kill('tracking');
    await stack.start('tracking', { SVC_TELEMETRY_WATERMARK_SECONDS: '1' });
    for (const { job_id } of runs) await decided(job_id);
    const [ofStruck, ofSpared] = await Promise.all(runs.map(resultOf));
    expect(ofStruck).toEqual(ofSpared);
    expect(ofStruck?.trace).toHaveLength(100);
    expect(ofStruck?.events.filter(({ type }) => type === 'temperature.excursion')).toHaveLength(1);
  });

  it('of 10 MiB is refused, leaves nothing, and fills no memory', async () => {
    const [, { device_id }] = runs;
    const at = new Date().toISOString();
    const readings = [{ device_id, seq: 1_000_000, at, temperature_c: 5 }];
    const body = JSON.stringify({ readings }).padEnd(10 * 1_048_576);
    const stored = async () => (await stack.db.query('select from tracking.reading')).rowCount;
    const before = await stored();
    const atOnce = 24;
    const round = async () => {
      const answers = await Promise.all(Array.from({ length: atOnce }, () => send(body)));
      const refused = { status: 413, body: { code: 'payload_too_large' } };
      for (const answer of answers) expect(answer).toMatchObject(refused);
    };
    // Warm-up: buffers that are allocated once do not count.
    await round();
    const { grownMb, fromMb } = await growthOf(stack.child('gateway').pid, async () => {
      for (let n = 0; n < 4; n += 1) await round();
    });
    process.stdout.write(
      `bodies of 10 MiB, ${atOnce} at once, four times: the gateway grew by ${grownMb} MB at most, ` +
        `from ${fromMb} MB\n`,
    );
    // Half of what comes at once would be more; eight times as much came.
    expect(grownMb).toBeLessThan((atOnce * 10) / 2);
    expect(await stored()).toBe(before);
  });

  const decided = (job_id: string) =>
    until(
      async () => {
        const { rowCount } = await stack.db.query(
          'select from tracking.tracked_job where job_id = $1 and evaluated_until > $2',
          [job_id, new Date(start + 100_000)],
        );
        return rowCount === 1;
      },
      { timeoutMs: 60_000, what: 'all to be decided' },
    );

  /** Without what tells the two apart. */
  async function resultOf({ job_id, device_id }: Run) {
    const { rows: trace } = await stack.db.query(
      `select r.seq::int, r.at, r.temperature_mc, r.late
         from tracking.reading r join tracking.feed f on f.no = r.feed_no
        where f.device_id = $1 order by r.seq`,
      [device_id],
    );
    const { rows: events } = await stack.db.query<{ type: string }>(
      `select type, sequence, (data::jsonb - '{job_id,ref,device_id}'::text[]) as data
         from tracking.outbox where job_id = $1 order by sequence`,
      [job_id],
    );
    return { trace, events };
  }
});

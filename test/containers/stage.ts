/** A live environment in containers, as the journeys know one, with a subscriber beside it. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, until } from '@svc/devnet';
import { root } from '@svc/image/build';
import { startHost } from '@svc/kit/host';
import { seedEnvironment } from '@svc/local/seed';
import pg from 'pg';
import { z } from 'zod';
import type { Stage } from '../journeys/environment.ts';
import { startBalancer } from './balancer.ts';
import { hostAddress, startFleet } from './fleet.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const images = z.object({
  SVC_IMAGE: z.string(),
  SVC_POSTGRES_IMAGE: z.string(),
  SVC_NATS_IMAGE: z.string(),
});
const authorityMount = '/run/receiver/authority.pem';

/** What no test is about; a balancer needs a moment to notice that a gateway stops. */
const tuning = {
  SVC_LIVE_LIMIT: '1000000',
  SVC_ANONYMOUS_LIMIT: '1000000',
  SVC_WEBHOOK_HOST_PER_MINUTE: '1000000',
  SVC_DRAIN_MS: '1500',
  NODE_EXTRA_CA_CERTS: authorityMount,
};

export type ContainerStage = Awaited<ReturnType<typeof startContainers>>;

export async function startContainers() {
  const dir = await mkdtemp(join(tmpdir(), 'svc-containers-'));
  const logs = join(root, '.svc', 'containers', 'logs');
  await rm(logs, { recursive: true, force: true });
  await mkdir(logs, { recursive: true });
  const secret = randomBytes(32).toString('hex');
  const [httpPort, postgresPort, natsPort] = [await freePort(), await freePort(), await freePort()];
  const publicUrl = `http://127.0.0.1:${httpPort}`;
  const receiver = await startReceiver(hostAddress, dir);
  const balancer = await startBalancer(httpPort);
  const fleet = await startFleet({
    images: images.parse(process.env),
    environment: tuning,
    mounts: { [authorityMount]: receiver.authorityFile },
    ...{ secret, publicUrl, balancer, logs, postgresPort, natsPort },
  });
  const postgresUrl = `postgres://postgres:${secret}@127.0.0.1:${postgresPort}/postgres`;
  const natsUrl = `nats://127.0.0.1:${natsPort}`;
  await Promise.all([fleet.startPostgres(), fleet.startNats()]);
  await fleet.startRoles();
  const client = await startHost({
    name: 'client',
    services: [],
    env: { SVC_NATS_URL: natsUrl, SVC_SECRET: secret, SVC_LOG_LEVEL: 'silent' },
  });
  await seedEnvironment(client.broker, 'live');
  const owner = new pg.Pool({ connectionString: postgresUrl, max: 4 });
  // Postgres is restarted under it.
  owner.on('error', () => undefined);
  const absent = () => Promise.reject(new Error('not in containers'));
  const stage: Stage = {
    settings: { environment: 'live', postgresUrl, natsUrl, secret, httpPort },
    publicUrl,
    baseUrl: `${publicUrl}/v1`,
    transport: client.broker,
    owner,
    logs,
    start: absent,
    runSchedule: absent,
    nats: undefined,
    kill: fleet.kill,
    stop: async () => {
      await client.stop();
      await owner.end();
      await fleet.stop();
      await Promise.all([balancer.stop(), receiver.stop()]);
      await rm(dir, { recursive: true, force: true });
    },
  };
  return { ...stage, fleet, receiver, settled: () => settled(stage, receiver) };
}

/** Streams have everything that outboxes hold, nothing is parked, and nothing is to be delivered. */
async function settled({ owner }: Stage, { deliveries }: Receiver): Promise<void> {
  const schemas = await schemasOf(owner);
  const waiting = schemas.map(
    (schema) =>
      `(select count(*) from ${schema}.outbox where published_at is null) +
       (select count(*) from ${schema}.parked_event)`,
  );
  const query = `select ${waiting.join(' + ')} +
    (select count(*) from webhooks.pending_delivery) as n`;
  let before = -1;
  await until(
    async () => {
      const { rows } = await owner.query<{ n: string }>(query);
      const isQuiet = Number(rows[0]?.n) === 0 && deliveries.length === before;
      before = deliveries.length;
      return isQuiet;
    },
    { timeoutMs: 120_000, everyMs: 1_000, what: 'events and deliveries to settle' },
  );
}

export async function schemasOf(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ schema: string }>(
    `select table_schema as schema from information_schema.tables where table_name = 'outbox'`,
  );
  return rows.map(({ schema }) => schema).toSorted();
}

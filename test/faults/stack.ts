/** An environment for faults: a database of its own, its processes, and a client with a token. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type PrivateNetwork } from '@svc/devnet';
import { createTestDatabase } from '@svc/kit/testing/database';
import { startSecuredNats } from '@svc/local/secured-nats';
import { seedCredentials, seedEnvironment } from '@svc/local/seed';
import { services } from '@svc/local/services';
import { publicUrlOf, type Settings } from '@svc/local/settings';
import { Pool } from 'pg';
import { roleVariables } from '../nats/role-variables.ts';
import { createCaller } from './caller.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { observerService } from './observer.ts';

export interface StackOptions {
  postgresUrl: string;
  /** Second processes, e.g. `jobs#2`, `gateway#2`. */
  replicas?: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** Network of NATS. */
  network?: PrivateNetwork;
  /** Where the processes find the database, if not at its own address. */
  through?: (postgresUrl: string) => Promise<string>;
}

const stored = [...services, observerService];

export type FaultStack = Awaited<ReturnType<typeof startStack>>;

export async function startStack(options: StackOptions) {
  const { postgresUrl, replicas = [], through, env, network } = options;
  const dir = await mkdtemp(join(tmpdir(), 'svc-faults-'));
  const secret = randomBytes(32).toString('hex');
  const database = await createTestDatabase({ adminUrl: postgresUrl, services: stored, secret });
  const definitions = stored;
  const nats = await startSecuredNats({ dir, namespace: database.name, definitions, network });
  const reachedAt = through ? await through(database.url) : database.url;
  const settings: Settings = {
    environment: 'live',
    postgresUrl: reachedAt,
    natsUrl: nats.server().url,
    ofRole: roleVariables(nats, database),
    namespace: database.name,
    secret,
    httpPort: await freePort(),
    logLevel: 'silent',
    env: {
      ...database.env(reachedAt),
      SVC_LIVE_LIMIT: '1000000',
      SVC_TENANT_LIMIT: '1000000',
      SVC_ANONYMOUS_LIMIT: '1000000',
      SVC_CHECK_OUTPUTS: 'true',
      SVC_POOL_MAX: '6',
      ...env,
    },
  };
  const db = ownerPool(database.url);
  const fleet = await startFleet(settings, { dir, replicas });
  return {
    settings,
    nats,
    /** The owner's connections. */
    db,
    ...fleet,
    ...(await asDemo(fleet, settings)),
    stop: async () => {
      await fleet.stop();
      await nats.stop();
      await db.end();
      await database.drop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function asDemo({ broker, gatewayUrl }: Fleet, settings: Settings) {
  await seedEnvironment(broker, 'live');
  const { clients } = await seedCredentials(broker, undefined);
  return createCaller(publicUrlOf(settings), clients.demo, gatewayUrl);
}

function ownerPool(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: 12, connectionTimeoutMillis: 10_000 });
  // Postgres is restarted under it, and its database dropped at the end.
  pool.on('error', () => undefined);
  return pool;
}

/** An environment for faults: a database of its own, its processes, and a client with a token. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, dropDatabase, freePort } from '@svc/devnet';
import { seedCredentials, seedEnvironment } from '@svc/stack/seed';
import { publicUrl, type Settings } from '@svc/stack/settings';
import { Pool } from 'pg';
import { createCaller } from './caller.ts';
import { type Fleet, startFleet } from './fleet.ts';

export interface StackOptions {
  postgresUrl: string;
  natsUrl: string;
  /** Second processes, e.g. `jobs#2`, `gateway#2`. */
  replicas?: readonly string[];
  /** Where the processes find the database, if not at its own address. */
  through?: (postgresUrl: string) => Promise<string>;
}

export type FaultStack = Awaited<ReturnType<typeof startStack>>;

export async function startStack({ postgresUrl, natsUrl, replicas = [], through }: StackOptions) {
  const name = `t${randomBytes(6).toString('hex')}`;
  const dir = await mkdtemp(join(tmpdir(), 'svc-faults-'));
  const databaseUrl = await createDatabase(postgresUrl, name);
  const settings: Settings = {
    environment: 'live',
    postgresUrl: through ? await through(databaseUrl) : databaseUrl,
    natsUrl,
    namespace: name,
    secret: randomBytes(32).toString('hex'),
    httpPort: await freePort(),
    logLevel: 'silent',
    env: { SVC_LIVE_LIMIT: '1000000', SVC_CHECK_OUTPUTS: 'true', SVC_POOL_MAX: '6' },
  };
  const db = ownerPool(databaseUrl);
  const fleet = await startFleet(settings, { dir, replicas });
  return {
    settings,
    /** The owner's connections. */
    db,
    ...fleet,
    ...(await asDemo(fleet, settings)),
    stop: async () => {
      await fleet.stop();
      await db.end();
      await dropDatabase(postgresUrl, name);
      await dropRoles(postgresUrl, name);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function asDemo({ broker, gatewayUrl }: Fleet, settings: Settings) {
  await seedEnvironment(broker, 'live');
  const { clients } = await seedCredentials(broker, undefined);
  return createCaller(publicUrl(settings), clients.demo, gatewayUrl);
}

function ownerPool(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: 12, connectionTimeoutMillis: 10_000 });
  // Postgres is restarted under it, and its database dropped at the end.
  pool.on('error', () => undefined);
  return pool;
}

export async function dropRoles(postgresUrl: string, database: string): Promise<void> {
  const admin = new Pool({ connectionString: postgresUrl, max: 1 });
  const { rows } = await admin.query<{ role: string }>(
    'select rolname as role from pg_roles where starts_with(rolname, $1)',
    [`${database}_`],
  );
  for (const { role } of rows) await admin.query(`drop role "${role}"`);
  await admin.end();
}

/** Postgres, NATS and SFTP for `npm start`: those that are given, else private ones. */
import { join } from 'node:path';
import { createDatabase, type SftpServer, startNats, startPostgres } from '@svc/devnet';
import { drawNkey } from '@svc/kit/nkey';
import pg from 'pg';
import { type DevFile, dataDir } from './dev-file.ts';
import { authorizationBlock } from './nats-config.ts';
import { startSftp } from './sftp.ts';

export interface Infra {
  kinds: DevFile['infra'];
  pids: number[];
  natsUrl: string | undefined;
  /** Environment variables of the login to NATS. */
  natsLogin: NodeJS.ProcessEnv;
  sftp: SftpServer;
  /** The URL of this environment's database, made if needed. */
  database(name: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startInfra(env: NodeJS.ProcessEnv = process.env): Promise<Infra> {
  const postgres = env.SVC_POSTGRES_URL
    ? undefined
    : await startPostgres({ dir: join(dataDir(), 'postgres'), durable: true });
  // A user of this process alone: others on this machine reach the port, too.
  const { nkey, seed } = drawNkey();
  const config = authorizationBlock({ facts: [{ nkey }], calls: [] });
  const nats =
    env.SVC_NATS_URL || env.SVC_NATS === 'in-process'
      ? undefined
      : await startNats({ dir: join(dataDir(), 'nats'), config });
  const sftp = await startSftp(join(dataDir(), 'sftp'), env);
  const adminUrl = env.SVC_POSTGRES_URL ?? postgres?.url ?? '';
  return {
    kinds: {
      postgres: postgres ? 'embedded' : 'url',
      nats: env.SVC_NATS_URL ? 'url' : nats ? 'server' : 'in-process',
      sftp: sftp.kind,
    },
    pids: [postgres?.pid, nats?.pid, sftp.pid].filter((pid) => pid !== undefined),
    natsUrl: env.SVC_NATS_URL ?? nats?.url,
    natsLogin: nats ? { SVC_NATS_SEED: seed } : givenLogin(env),
    sftp,
    database: (name) => ensureDatabase(adminUrl, name),
    stop: async () => {
      await sftp.stop();
      await nats?.stop();
      await postgres?.stop();
    },
  };
}

/** For the server at SVC_NATS_URL. */
const givenLogin = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('SVC_NATS_')));

async function ensureDatabase(adminUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect().catch((cause: unknown) => {
    throw new Error('Postgres at SVC_POSTGRES_URL does not answer.', { cause });
  });
  const { rowCount } = await client
    .query('select 1 from pg_database where datname = $1', [name])
    .finally(() => client.end());
  if (rowCount === 0) return createDatabase(adminUrl, name);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

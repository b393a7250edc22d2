/** A live environment of a process per role that can be replaced one by one, and its subscriber. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort, startOpenIdProvider } from '@svc/devnet';
import type { TestDatabase } from '@svc/kit/testing/database';
import { type Processes, startProcesses } from '@svc/local/processes';
import {
  type SecuredNats,
  type SecuredNatsOptions,
  startSecuredNats,
} from '@svc/local/secured-nats';
import { apiUrlOf, deskUrl, publicUrlOf, type Settings } from '@svc/local/settings';
import { demonstrationPeople } from '@svc/local/sign-in';
import pg from 'pg';
import { generous } from '../journeys/environment.ts';
import { roleVariables } from '../nats/role-variables.ts';
import { startBalancer } from './balancer.ts';
import { startReceiver } from './receiver.ts';
import { createRoles, type Roles } from './roles.ts';
import { settled, type WatchedStage } from './watched-stage.ts';

export interface RollingStage extends WatchedStage {
  nats: SecuredNats;
  roles: Roles;
  deskUrl: string;
  /** The processes of a version, by its entry; this one's by default. None is started by itself. */
  version(entry?: string): Promise<Processes>;
}

export async function startRollingStage(
  database: TestDatabase,
  secret: string,
  { moving = false }: Pick<SecuredNatsOptions, 'moving'> = {},
): Promise<RollingStage> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-rolling-'));
  const logs = join(dir, 'logs');
  await mkdir(join(dir, 'receiver'));
  const nats = await startSecuredNats({ dir, namespace: database.name, moving });
  const receiver = await startReceiver('127.0.0.1', join(dir, 'receiver'));
  const httpPort = await freePort();
  const deskPort = await freePort();
  const balancers = {
    gateway: await startBalancer(httpPort),
    desk: await startBalancer(deskPort),
  };
  const provider = await startOpenIdProvider({
    redirectUris: [`${deskUrl({ httpPort: deskPort })}/sign-in/callback`],
    people: demonstrationPeople,
  });
  const settings: Settings = {
    environment: 'live',
    postgresUrl: database.url,
    natsUrl: nats.server().url,
    ofRole: roleVariables(nats, database),
    namespace: database.name,
    secret,
    httpPort,
    desk: { httpPort: deskPort, issuer: provider.issuer, clientId: provider.clientId },
    logLevel: 'silent',
    env: {
      ...database.env(),
      SVC_CHECK_OUTPUTS: 'true',
      SVC_POOL_MAX: '5',
      SVC_FILES_URL: pathToFileURL(join(dir, 'files')).href,
      NODE_EXTRA_CA_CERTS: receiver.authorityFile,
      ...generous,
    },
  };
  const versions: Processes[] = [];
  const version = async (entry?: string) => {
    const folder = join(logs, String(versions.length));
    await mkdir(folder, { recursive: true });
    const processes = await startProcesses(settings, folder, {
      names: [],
      ...(entry && { entry }),
    });
    versions.push(processes);
    return processes;
  };
  const own = await version();
  const owner = new pg.Pool({ connectionString: database.url, max: 4 });
  // Dropping the database at the end cuts connections that are still saying goodbye.
  owner.on('error', () => undefined);
  const absent = () => Promise.reject(new Error('not here'));
  const stage = {
    settings,
    publicUrl: publicUrlOf(settings),
    baseUrl: apiUrlOf(settings),
    deskUrl: deskUrl({ httpPort: deskPort }),
    transport: own.client.broker,
    owner,
    logs,
    nats,
    receiver,
    start: absent,
    runSchedule: absent,
    kill: absent,
    roles: createRoles(balancers),
    version: async (entry?: string) => (entry === undefined ? own : version(entry)),
    stop: async () => {
      await Promise.all(versions.map((processes) => processes.stop()));
      const refusals = await nats.refusals();
      await Promise.all(Object.values(balancers).map((balancer) => balancer.stop()));
      await Promise.all([nats.stop(), provider.stop(), receiver.stop(), owner.end()]);
      await database.drop();
      await rm(dir, { recursive: true, force: true });
      if (refusals.length > 0) throw new Error(`NATS refused:\n${refusals.join('\n')}`);
    },
  };
  return { ...stage, settled: () => settled(stage, receiver) };
}

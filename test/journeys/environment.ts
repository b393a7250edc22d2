/** A whole environment for a test, on a database of its own, in either topology. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '@svc/devnet';
import type { Clock } from '@svc/kit/clock';
import { createTestDatabase } from '@svc/kit/testing/database';
import { runScheduleOf, runTasksByClock } from '@svc/kit/testing/tasks';
import type { Transport } from '@svc/kit/transport';
import { startEnvironment } from '@svc/local/environment';
import { startProcesses } from '@svc/local/processes';
import { type SecuredNats, startSecuredNats } from '@svc/local/secured-nats';
import { seedEnvironment } from '@svc/local/seed';
import { services } from '@svc/local/services';
import {
  apiUrlOf,
  type DeskSettings,
  type EnvironmentName,
  publicUrlOf,
  type Settings,
} from '@svc/local/settings';
import pg from 'pg';
import { inject } from 'vitest';
import { roleVariables, variablesTogether } from '../nats/role-variables.ts';
import { startPrism } from '../tools/prism.ts';
import { fetchDocument } from './openapi.ts';

/** All services and the gateway in this process, or each in one of its own, joined by NATS. */
export type Topology = 'one process' | 'a process per service';

/** For `describe.each`: what cannot run for want of a nats-server is skipped, and named. */
export const canRun = (topology: Topology): boolean =>
  topology === 'one process' || inject('natsUrl') !== undefined;
/** That of an installation, where this machine can have it; other journeys run in one process. */
export const installedTopology = (): Topology =>
  canRun('a process per service') ? 'a process per service' : 'one process';

export interface Stage {
  settings: Settings;
  /** `http://127.0.0.1:<port>` */
  publicUrl: string;
  /** The same with the version prefix; Prism's, where it stands in front. */
  baseUrl: string;
  /** Calls straight into the services, past the gateway. */
  transport: Transport;
  /** The owner's connections, for assertions; name tables as `<service>.<table>`. */
  owner: pg.Pool;
  /** Holds one log file per process. */
  logs: string;
  /** The server of a process per service, with a user for each role. */
  nats: SecuredNats | undefined;
  /** Starts another process beside those there are, e.g. `gateway#2`. */
  start(name: string, env: NodeJS.ProcessEnv): Promise<unknown>;
  /** Runs a schedule of a service now; one process only. */
  runSchedule(service: string, schedule: string): Promise<void>;
  /** Ends a process as a crash would. */
  kill(name: string): Promise<void>;
  stop(): Promise<void>;
}

export interface StageOptions {
  environment?: EnvironmentName;
  topology?: Topology;
  /** Roles of each process, with commas between them; one of each role by default. */
  processes?: readonly string[];
  /** One process only. */
  clock?: Clock;
  /** One process only: of single services, or of the `gateway`. */
  clocks?: Readonly<Record<string, Clock>>;
  env?: NodeJS.ProcessEnv;
  /** With pages for people. */
  desk?: DeskSettings;
  /** Services that stay away, where many jobs would keep them busy; one process only. */
  without?: readonly string[];
  /** Requests to the API pass through Prism; `stop` fails if an exchange was not as documented. */
  prism?: boolean;
}

/** Limits that no test reaches unless it sets its own. */
export const generous = {
  SVC_LIVE_LIMIT: '1000000',
  SVC_TENANT_LIMIT: '1000000',
  SVC_ANONYMOUS_LIMIT: '1000000',
  SVC_DESK_SESSION_LIMIT: '1000000',
  SVC_DESK_ADDRESS_LIMIT: '1000000',
  SVC_DESK_SIGN_IN_LIMIT: '1000000',
  SVC_CREDENTIALS_MAX: '1000',
  SVC_WEBHOOK_ENDPOINTS_MAX: '1000',
  SVC_WEBHOOK_HOST_PER_MINUTE: '1000000',
  SVC_SANDBOX_ADDRESS_LIMIT: '1000000',
  SVC_SANDBOX_SESSION_LIMIT: '1000000',
  // Receivers of tests are on this machine.
  SVC_WEBHOOK_ALLOW_LOOPBACK: 'true',
};

export async function startStage(options: StageOptions = {}): Promise<Stage> {
  const { environment = 'live', topology = 'one process', env } = options;
  const secret = randomBytes(32).toString('hex');
  const adminUrl = inject('postgresUrl');
  const database = await createTestDatabase({ adminUrl, services, secret, environment });
  const logs = await mkdtemp(join(tmpdir(), 'logs-'));
  const files = await mkdtemp(join(tmpdir(), 'files-'));
  const nats =
    topology === 'a process per service' && canRun(topology)
      ? await startSecuredNats({ dir: files, namespace: database.name })
      : undefined;
  const settings: Settings = {
    environment,
    postgresUrl: database.url,
    ...(nats && {
      natsUrl: nats.server().url,
      ofRole: variablesTogether(roleVariables(nats, database), files),
    }),
    secret,
    ...(options.desk && { desk: options.desk }),
    httpPort: await freePort(),
    namespace: database.name,
    logLevel: process.env.SVC_LOG_LEVEL ?? 'silent',
    env: {
      ...database.env(),
      SVC_CHECK_OUTPUTS: 'true',
      SVC_POOL_MAX: '5',
      SVC_FILES_URL: pathToFileURL(files).href,
      ...generous,
      ...env,
    },
  };
  const running = settings.natsUrl
    ? await inProcesses(settings, logs, options.processes)
    : await inThisProcess(settings, options);
  await seedEnvironment(running.transport, environment);
  const owner = new pg.Pool({ connectionString: settings.postgresUrl, max: 12 });
  // Dropping the database at the end cuts connections that are still saying goodbye.
  owner.on('error', () => undefined);
  const [root, api] = [publicUrlOf(settings), apiUrlOf(settings)];
  const prism = options.prism ? await startPrism(api, await fetchDocument(root)) : undefined;
  return {
    ...running,
    settings,
    publicUrl: root,
    baseUrl: prism?.baseUrl ?? api,
    owner,
    logs,
    nats,
    stop: async () => {
      const objections = (await prism?.stop()) ?? [];
      await running.stop();
      const refusals = (await nats?.refusals()) ?? [];
      await nats?.stop();
      await owner.end();
      await database.drop();
      for (const folder of [logs, files]) await rm(folder, { recursive: true, force: true });
      if (refusals.length > 0) throw new Error(`NATS refused:\n${refusals.join('\n')}`);
      if (objections.length > 0) throw new Error(`Prism objects:\n${objections.join('\n')}`);
    },
  };
}

type Running = Pick<Stage, 'transport' | 'start' | 'kill' | 'runSchedule' | 'stop'>;

async function inThisProcess(
  settings: Settings,
  { clock, clocks, without = [] }: StageOptions,
): Promise<Running> {
  const { host, stop } = await startEnvironment(settings, {
    timers: false,
    without,
    ...(clock && { clock }),
    ...(clocks && { clocks }),
  });
  const tasks = runTasksByClock(host.services);
  const alone = () => Promise.reject(new Error('one process has no processes beside it'));
  const runSchedule = (service: string, schedule: string) =>
    runScheduleOf(host.services, service, schedule);
  const stopAll = async () => {
    await tasks.stop();
    await stop();
  };
  return { transport: host.broker, start: alone, kill: alone, runSchedule, stop: stopAll };
}

async function inProcesses(
  settings: Settings,
  logs: string,
  names?: readonly string[],
): Promise<Running> {
  const { children, client, start, stop } = await startProcesses(settings, logs, {
    names,
  });
  const kill = async (name: string) => children.get(name)?.kill();
  const runSchedule = () => Promise.reject(new Error('the processes run their own schedules'));
  return { transport: client.broker, start, kill, runSchedule, stop };
}

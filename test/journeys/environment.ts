/** A whole environment for a test, on a database of its own, in either topology. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDatabase, dropDatabase, freePort } from '@svc/devnet';
import type { Clock } from '@svc/kit/clock';
import { runScheduleOf } from '@svc/kit/hosted-service';
import type { Transport } from '@svc/kit/transport';
import { startEnvironment } from '@svc/stack/environment';
import { startProcesses } from '@svc/stack/processes';
import { seedEnvironment } from '@svc/stack/seed';
import { serviceNames } from '@svc/stack/services';
import { baseUrl, type EnvironmentName, publicUrl, type Settings } from '@svc/stack/settings';
import pg from 'pg';
import { inject } from 'vitest';

/** All services and the gateway in this process, or each in one of its own, joined by NATS. */
export type Topology = 'one process' | 'a process per service';

/** For `describe.each`: what cannot run for want of a nats-server is skipped, and named. */
export const topologies: readonly Topology[] = ['one process', 'a process per service'];
export const canRun = (topology: Topology): boolean =>
  topology === 'one process' || inject('natsUrl') !== undefined;

export interface Stage {
  settings: Settings;
  /** `http://127.0.0.1:<port>` */
  publicUrl: string;
  /** The same with the version prefix. */
  baseUrl: string;
  /** Calls straight into the services, past the gateway. */
  transport: Transport;
  /** The owner's connections, for assertions; name tables as `<service>.<table>`. */
  owner: pg.Pool;
  /** Holds one log file per process. */
  logs: string;
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
  /** Which services, where each has a process; all of them and a gateway by default. */
  processes?: readonly string[];
  /** One process only. */
  clock?: Clock;
  env?: NodeJS.ProcessEnv;
  /** Services that stay away, where many jobs would keep them busy; one process only. */
  without?: readonly string[];
}

/** Limits that no test reaches unless it sets its own. */
const generous = {
  SVC_LIVE_LIMIT: '1000000',
  SVC_ANONYMOUS_LIMIT: '1000000',
  // Receivers of tests are on this machine.
  SVC_WEBHOOK_ALLOW_LOOPBACK: 'true',
};

export async function startStage(options: StageOptions = {}): Promise<Stage> {
  const { environment = 'live', topology = 'one process', env } = options;
  const adminUrl = inject('postgresUrl');
  const natsUrl = inject('natsUrl');
  const name = `t${randomBytes(6).toString('hex')}`;
  const logs = await mkdtemp(join(tmpdir(), 'logs-'));
  const files = await mkdtemp(join(tmpdir(), 'files-'));
  const settings: Settings = {
    environment,
    postgresUrl: await createDatabase(adminUrl, name),
    ...(topology === 'a process per service' && natsUrl && { natsUrl }),
    secret: randomBytes(32).toString('hex'),
    httpPort: await freePort(),
    namespace: name,
    logLevel: process.env.SVC_LOG_LEVEL ?? 'silent',
    env: {
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
  return {
    ...running,
    settings,
    publicUrl: publicUrl(settings),
    baseUrl: baseUrl(settings),
    owner,
    logs,
    stop: async () => {
      await running.stop();
      await owner.end();
      await dropAll(adminUrl, name);
      for (const folder of [logs, files]) await rm(folder, { recursive: true, force: true });
    },
  };
}

type Running = Pick<Stage, 'transport' | 'start' | 'kill' | 'runSchedule' | 'stop'>;

async function inThisProcess(
  settings: Settings,
  { clock, without = [] }: StageOptions,
): Promise<Running> {
  const { host, stop } = await startEnvironment(settings, {
    timers: false,
    without,
    ...(clock && { clock }),
  });
  const alone = () => Promise.reject(new Error('one process has no processes beside it'));
  const runSchedule = (service: string, schedule: string) =>
    runScheduleOf(host.services, service, schedule);
  return { transport: host.broker, start: alone, kill: alone, runSchedule, stop };
}

async function inProcesses(
  settings: Settings,
  logs: string,
  names?: readonly string[],
): Promise<Running> {
  const { children, client, start, stop } = await startProcesses(settings, logs, names);
  const kill = async (name: string) => children.get(name)?.kill();
  const runSchedule = () => Promise.reject(new Error('the processes run their own schedules'));
  return { transport: client.broker, start, kill, runSchedule, stop };
}

async function dropAll(adminUrl: string, name: string): Promise<void> {
  await dropDatabase(adminUrl, name);
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  for (const service of serviceNames) await admin.query(`drop role if exists ${name}_${service}`);
  await admin.end();
}

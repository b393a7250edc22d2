/** A whole environment as in production: one process per service, and gateways. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Child, startChild } from '@svc/devnet';
import { type RunningHost, startHost } from '@svc/kit/host';
import { operatorRole } from '@svc/kit/nats-subjects';
import { serviceNames } from './services.ts';
import { deskVariables, environmentVariables, type Settings } from './settings.ts';

export interface Processes {
  /** By name; whatever a caller adds is stopped with the others. */
  children: Map<string, Child>;
  /** Starts one again, e.g. after it was killed. */
  start(name: string, env?: NodeJS.ProcessEnv): Promise<Child>;
  /** Runs a command of a service, e.g. `reencrypt`, to its end; rejects where it ends with a fault. */
  run(name: string, command: string, env?: NodeJS.ProcessEnv): Promise<unknown>;
  /** Calls into the environment from this process. */
  client: RunningHost;
  stop(): Promise<void>;
}

/** Semi-space as in the image: large enough that a request's garbage is not promoted. */
export const nodeFlags = ['--max-semi-space-size=32'];

const ownEntry = fileURLToPath(import.meta.resolve('@svc/process/main'));

export interface ProcessOptions {
  /** The processes, in this order; all roles by default. */
  names?: readonly string[] | undefined;
  /** The entry of another version's processes. */
  entry?: string;
}

/** `logs` is the folder for one log file per process. */
export async function startProcesses(
  settings: Settings,
  logs: string,
  { names = rolesOf(settings), entry = ownEntry }: ProcessOptions = {},
): Promise<Processes> {
  const base = environmentVariables(settings);
  const children = new Map<string, Child>();
  /** With those that a later start of the same name has replaced. */
  const started: Child[] = [];
  const variables = (service: string, env: NodeJS.ProcessEnv) => ({
    ...defined(process.env),
    ...defined({ ...base, ...settings.ofRole?.(service) }),
    // The line that says that it is ready.
    SVC_LOG_LEVEL: settings.env?.SVC_LOG_LEVEL ?? 'info',
    ...(service === 'desk' && settings.desk && defined(deskVariables(settings.desk))),
    SVC_SERVICE: service,
    ...defined(env),
  });
  const start = async (name: string, env: NodeJS.ProcessEnv = {}) => {
    const [service = name] = name.split('#');
    const child = await startChild({
      command: process.execPath,
      args: [...nodeFlags, ...profiling(), entry],
      env: variables(service, env),
      logFile: join(logs, `${settings.environment}-${name}.log`),
      ready: (output) => output.includes('"msg":"ready"'),
      readyTimeoutMs: 60_000,
      stopSignal: 'SIGTERM',
    });
    children.set(name, child);
    started.push(child);
    return child;
  };
  // One after the other: each migrates its schema first, on a machine that may be small.
  for (const name of names) await start(name);
  const client = await startHost({
    name: operatorRole,
    services: [],
    usesStreams: true,
    env: { ...base, ...settings.ofRole?.(operatorRole) },
  });
  return {
    children,
    start,
    run: (name, command, env = {}) =>
      promisify(execFile)(process.execPath, [entry, command], { env: variables(name, env) }),
    client,
    stop: async () => {
      await client.stop();
      const all = new Set([...started, ...children.values()]);
      await Promise.all([...all].map((child) => child.stop(50_000)));
    },
  };
}

const rolesOf = ({ desk }: Settings): string[] => [
  ...serviceNames,
  'gateway',
  ...(desk ? ['desk'] : []),
];

const defined = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** `SVC_PROFILE_DIR=<folder>`: each process writes a CPU profile there when it ends. */
const profiling = (): string[] =>
  process.env.SVC_PROFILE_DIR ? ['--cpu-prof', '--cpu-prof-dir', process.env.SVC_PROFILE_DIR] : [];

/** The processes that the faults hit: those of a booking, their replicas, and the planted observer. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Child, freePort, startChild } from '@svc/devnet';
import { commandLine } from '@svc/devnet/processes';
import { type Processes, startProcesses } from '@svc/local/processes';
import { environmentVariables, type Settings } from '@svc/local/settings';

export type Fleet = Awaited<ReturnType<typeof startFleet>>;

export interface FleetOptions {
  /** Logs go here. */
  dir: string;
  /** Second processes, e.g. `jobs#2`, `gateway#2`. */
  replicas: readonly string[];
}

const services = ['accounts', 'pricing', 'jobs', 'gateway'];
const observerEntry = fileURLToPath(new URL('./observer-main.ts', import.meta.url));

export async function startFleet(settings: Settings, { dir, replicas }: FleetOptions) {
  const ports = new Map([['gateway', settings.httpPort]]);
  for (const replica of replicas) {
    if (replica.startsWith('gateway')) ports.set(replica, await freePort());
  }
  const processes = await startProcesses(settings, dir, { names: services });
  const observer = plantObserver(settings, dir);
  /** Starts a process for the first time or again, and waits until it is ready. */
  const start = async (which: string, env: NodeJS.ProcessEnv = {}): Promise<Child> => {
    if (which !== 'observer') {
      const port = ports.get(which);
      return processes.start(which, { ...env, ...(port && { SVC_HTTP_PORT: String(port) }) });
    }
    const started = await observer.start();
    processes.children.set(which, started);
    return started;
  };
  await Promise.all(['observer', ...replicas].map((which) => start(which)));
  return {
    ...control(processes),
    start,
    run: processes.run,
    /** Runs the observer's other commands, e.g. `redrive`, to the end. */
    observe: observer.run,
    gatewayUrl: (which: string) => `http://127.0.0.1:${ports.get(which)}`,
    broker: processes.client.broker,
    stop: processes.stop,
  };
}

function control({ children }: Processes) {
  const child = (which: string): Child => {
    const found = children.get(which);
    if (!found) throw new Error(`no process ${which} here`);
    return found;
  };
  return {
    child,
    kill: (which: string) => child(which).kill(),
    freeze: (which: string) => process.kill(child(which).pid, 'SIGSTOP'),
    /** Processes that have ended and were not started again. */
    deaths: (): string[] =>
      [...children].flatMap(([which, { pid }]) => (commandLine(pid) ? [] : [which])),
  };
}

function plantObserver(settings: Settings, dir: string) {
  const own = { ...environmentVariables(settings), ...settings.ofRole?.('observer') };
  const env = { ...process.env, ...own, SVC_LOG_LEVEL: 'info' };
  return {
    start: () =>
      startChild({
        command: process.execPath,
        args: [observerEntry],
        env,
        logFile: join(dir, 'observer.log'),
        ready: (output) => output.includes('"msg":"ready"'),
        readyTimeoutMs: 60_000,
      }),
    run: (command: string, extra: NodeJS.ProcessEnv) =>
      promisify(execFile)(process.execPath, [observerEntry, command], {
        env: { ...env, ...extra },
      }),
  };
}

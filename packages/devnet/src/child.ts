import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { signal } from './processes.ts';
import { until } from './until.ts';

export type LaunchOptions = {
  command: string;
  args: readonly string[];
  /** Receives stdout and stderr; overwritten at each start. */
  logFile: string;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Run as this user instead (only root may). */
  user?: { uid: number; gid: number } | undefined;
  stopSignal?: NodeJS.Signals;
};

export type ChildOptions = LaunchOptions & {
  /** Whether the child may be used by now, judged by what it has written so far. */
  ready: (output: string) => boolean | Promise<boolean>;
  readyTimeoutMs?: number;
};

export type Exit = number | NodeJS.Signals;

export type Child = {
  pid: number;
  /** Resolves when the process has exited, with its exit code or signal. */
  exited: Promise<Exit>;
  /** Asks it to end, and kills it when the deadline passes. */
  stop: (deadlineMs?: number) => Promise<void>;
  /** Kills it without a shutdown, like a crash. */
  kill: () => Promise<void>;
};

const running = new Map<number, NodeJS.Signals>();
process.on('exit', () => {
  for (const [pid, stopSignal] of running) signal(pid, stopSignal);
});

/**
 * Starts a process and waits until it is ready; when it dies or dawdles before that, throws an
 * error that ends with the last lines of its log.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const child = await launch(options);
  const output = () => readFileSync(options.logFile, 'utf8');
  let ended: Exit | undefined;
  void child.exited.then((how) => {
    ended = how;
  });
  try {
    const deadline = { timeoutMs: options.readyTimeoutMs ?? 20_000, what: 'it to be ready' };
    await until(async () => ended !== undefined || (await options.ready(output())), deadline);
    if (ended !== undefined) throw new Error(`it ended with ${ended}`);
    return child;
  } catch (cause) {
    await child.kill();
    const reason = cause instanceof Error ? cause.message : String(cause);
    const tail = output().trimEnd().split('\n').slice(-15).join('\n');
    throw new Error(`${options.command} did not start: ${reason}\n${tail}`, { cause });
  }
}

/** Starts a process without waiting for it to be ready. */
export async function launch(options: LaunchOptions): Promise<Child> {
  const { command, args, cwd, env, user, stopSignal = 'SIGTERM' } = options;
  const log = openSync(options.logFile, 'w');
  const spawned = spawn(command, args, {
    ...(cwd !== undefined && { cwd }),
    ...(env !== undefined && { env }),
    ...user,
    // Its own process group: Ctrl-C then reaches only us, and we stop things in order.
    detached: true,
    stdio: ['ignore', log, log],
  });
  const exited = new Promise<Exit>((resolve) => {
    spawned.once('exit', (code, name) => resolve(name ?? code ?? 0));
  });
  await once(spawned, 'spawn').finally(() => closeSync(log));
  const pid = spawned.pid;
  if (pid === undefined) throw new Error(`${command} has no process id`);

  running.set(pid, stopSignal);
  const exit = exited.finally(() => running.delete(pid));
  const send = (name: NodeJS.Signals) => running.has(pid) && signal(pid, name);
  return {
    pid,
    exited: exit,
    stop: async (deadlineMs = 10_000) => {
      send(stopSignal);
      const timer = setTimeout(send, deadlineMs, 'SIGKILL');
      await exit.finally(() => clearTimeout(timer));
    },
    kill: async () => {
      send('SIGKILL');
      await exit;
    },
  };
}

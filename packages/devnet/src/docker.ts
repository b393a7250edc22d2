/**
 * Docker for tests: a running daemon, else a private one with its data in a folder of ours,
 * installed by apt where it is missing. A private one needs root and a machine that lets it make
 * namespaces and cgroups.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { aptInstall } from './apt.ts';
import { startChild } from './child.ts';
import { ownerName, stopOrphan } from './processes.ts';

export interface Docker {
  /** Value for DOCKER_HOST; undefined for the default daemon. */
  host: string | undefined;
  /** Whether we started it, so that it has no containers of others. */
  isPrivate: boolean;
  stop(): Promise<void>;
}

/** Reason why Docker is unavailable, which a test cannot change. */
export interface NoDocker {
  missing: string;
}

/**
 * Folder of its sockets, for this process alone: much longer paths would not fit into an address.
 */
const runFolder = `/run/svc-docker-${process.pid}`;

export async function startDocker(options: { dir: string }): Promise<Docker | NoDocker> {
  const isThere = spawnSync('docker', ['version']).status === 0;
  if (isThere) return { host: undefined, isPrivate: false, stop: async () => undefined };
  const missing = whatForbids();
  if (missing !== undefined) return { missing };
  if (!hasDockerd() && !(await aptInstall('docker.io')))
    throw new Error('apt could not install docker.io');
  return startPrivate(resolve(options.dir));
}

const hasDockerd = () => spawnSync('dockerd', ['--version']).status === 0;

const capabilities = { CAP_NET_ADMIN: 12n, CAP_SYS_ADMIN: 21n };

/** Requirement of a Docker daemon that this machine lacks and no package brings. */
function whatForbids(): string | undefined {
  if (process.platform !== 'linux') return 'no Docker answers, and it is started on Linux only';
  if (process.getuid?.() !== 0) return 'no Docker answers, and only root can start one';
  if (!hasDockerd() && spawnSync('apt-get', ['--version']).status !== 0) {
    return 'no Docker answers, and there is no apt to install it with';
  }
  const held = /^CapEff:\s*(\w+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  const lacking = Object.entries(capabilities)
    .filter(([, bit]) => ((BigInt(`0x${held ?? 0}`) >> bit) & 1n) === 0n)
    .map(([name]) => name);
  if (lacking.length > 0) return `this machine gives root no ${lacking.join(', no ')}`;
  const cgroups = ['/sys/fs/cgroup/cgroup.controllers', '/sys/fs/cgroup/memory'];
  return cgroups.some((path) => existsSync(path)) ? undefined : 'this machine has no cgroups';
}

async function startPrivate(dir: string): Promise<Docker> {
  await mkdir(dir, { recursive: true });
  const pidFile = join(dir, 'docker.pid');
  await stopOrphan(pidFile, dir);
  await mkdir(runFolder, { recursive: true });
  const host = `unix://${runFolder}/docker.sock`;
  const daemon = await startChild({
    command: 'dockerd',
    args: [
      ...['--host', host, '--data-root', join(dir, 'data'), '--pidfile', pidFile],
      ...['--exec-root', join(runFolder, 'exec'), '--shutdown-timeout', '5'],
      ...['--label', `${ownerName}=tests`],
    ],
    logFile: join(dir, 'dockerd.log'),
    ready: (output) => output.includes('API listen on'),
    readyTimeoutMs: 60_000,
  });
  // Removes containers of a run that was killed.
  removeContainers(host);
  return {
    host,
    isPrivate: true,
    stop: async () => {
      try {
        removeContainers(host);
      } finally {
        await daemon.stop(30_000);
        // The daemon leaves its own network namespace mounted.
        spawnSync('umount', [join(runFolder, 'exec', 'netns', 'default')]);
        await rm(runFolder, { recursive: true, force: true });
      }
    },
  };
}

/** Removes all containers: the daemon is ours alone. */
function removeContainers(host: string): void {
  const docker = (...args: string[]) =>
    execFileSync('docker', ['--host', host, ...args], { encoding: 'utf8' });
  const ids = docker('ps', '--all', '--quiet').split('\n').filter(Boolean);
  if (ids.length > 0) docker('rm', '--force', '--volumes', ...ids);
  docker('volume', 'prune', '--force');
  docker('network', 'prune', '--force');
}

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { aptInstall } from './apt.ts';
import { startChild } from './child.ts';
import { freePort, requirePort } from './ports.ts';
import type { PrivateNetwork } from './private-network.ts';
import { ownerName, stopOrphan } from './processes.ts';
import { findProgram } from './programs.ts';

export type NatsOptions = {
  /** Holds the streams, kept between runs; made on first use. */
  dir: string;
  /** Default: a free one. */
  port?: number;
  /** Text of a configuration, e.g. users; without, everybody may do everything. */
  config?: string;
  /** The network it runs in; default: 127.0.0.1. */
  network?: PrivateNetwork | undefined;
};

export type NatsServer = {
  url: string;
  port: number;
  pid: number;
  stop: () => Promise<void>;
  /** Ends it as a crash would; start it again with the same `dir` and `port`. */
  kill: () => Promise<void>;
  /** Stops it and deletes its streams. */
  remove: () => Promise<void>;
};

/** Starts nats-server with JetStream; undefined if it is not installed. */
export async function startNats(options: NatsOptions): Promise<NatsServer | undefined> {
  const nats = findProgram('nats-server');
  if (nats === undefined) return undefined;
  const { address = '127.0.0.1', inside = [] } = options.network ?? {};
  const [command = nats, ...before] = [...inside, nats];
  const dir = resolve(options.dir);
  await mkdir(dir, { recursive: true });
  await stopOrphan(join(dir, 'nats.pid'), dir);
  if (options.port !== undefined) await requirePort(options.port, 'SVC_NATS_PORT');
  const port = options.port ?? (await freePort());
  const configFile = join(dir, 'nats.conf');
  // In the file, too: a server with these as flags alone does not reload it.
  const own = `server_name: "${ownerName}"\njetstream { store_dir: "${dir}" }\n`;
  const config = own + (options.config ?? '');
  await writeFile(configFile, config, { mode: 0o600 });
  const server = await startChild({
    command,
    args: [
      ...[...before, '-a', address, '-p', `${port}`, '--name', ownerName],
      ...['-c', configFile, '-P', join(dir, 'nats.pid')],
    ],
    logFile: join(dir, 'nats.log'),
    ready: (output) => output.includes('Server is ready'),
  });
  const remove = async () => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return { url: `nats://${address}:${port}`, port, remove, ...server };
}

/** Installs nats-server with apt; false when that is not possible here. */
export const installNats = async (): Promise<boolean> =>
  (await aptInstall('nats-server')) && findProgram('nats-server') !== undefined;

import { accessSync, constants } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { aptInstall } from './apt.ts';
import { startChild } from './child.ts';
import { freePort, requirePort } from './ports.ts';
import { ownerName, stopOrphan } from './processes.ts';

export type NatsOptions = {
  /** Holds the streams, kept between runs; made on first use. */
  dir: string;
  /** Default: a free one. */
  port?: number;
  /** Text of a configuration, e.g. users; without, everybody may do everything. */
  config?: string;
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

/** Starts nats-server with JetStream on 127.0.0.1, or gives undefined when none is installed. */
export async function startNats(options: NatsOptions): Promise<NatsServer | undefined> {
  const command = findNats();
  if (command === undefined) return undefined;
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
      ...['-a', '127.0.0.1', '-p', `${port}`, '--name', ownerName],
      ...['-c', configFile, '-P', join(dir, 'nats.pid')],
    ],
    logFile: join(dir, 'nats.log'),
    ready: (output) => output.includes('Server is ready'),
  });
  const remove = async () => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return { url: `nats://127.0.0.1:${port}`, port, remove, ...server };
}

/** Installs nats-server with apt; false when that is not possible here. */
export const installNats = async (): Promise<boolean> =>
  (await aptInstall('nats-server')) && findNats() !== undefined;

function findNats(): string | undefined {
  // A user's PATH often lacks the folders where packages put servers.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, 'nats-server')).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

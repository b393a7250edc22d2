/** A private nats-server with a user per role, for environments of one process per service. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuthority, type NatsServer, startNats, until } from '@svc/devnet';
import { drawNkey } from '@svc/kit/nkey';
import type { ServiceDefinition } from '@svc/kit/service';
import { authorizationBlock } from './nats-config.ts';
import { natsPermissions } from './nats-roles.ts';

export interface SecuredNats {
  server(): NatsServer;
  /** Environment variables of a role; `admin` may do everything. */
  login(role: string): NodeJS.ProcessEnv;
  /** Starts the server again, with the same users and on the same port, where its folder was removed, too. */
  start(): Promise<void>;
  /** A second login of a role is accepted, from when the server has read its users again. */
  add(role: string): Promise<void>;
  /** The second login becomes the role's; the first is still accepted. */
  use(role: string): void;
  /** The login that is not the role's is refused. */
  drop(role: string): Promise<void>;
  /** Permission violations that the server refused, line by line of its log. */
  refusals(): Promise<string[]>;
  stop(): Promise<void>;
}

export const adminRole = 'admin';

const usersFile = 'users.conf';
const reloadedText = 'Reloaded server configuration';

export interface SecuredNatsOptions {
  dir: string;
  namespace: string;
  definitions?: readonly ServiceDefinition[];
}

/** With TLS under an authority of its own. */
export async function startSecuredNats(options: SecuredNatsOptions): Promise<SecuredNats> {
  const dir = join(options.dir, 'nats');
  const permissions = natsPermissions(options.namespace, options.definitions);
  /** Of each role, the one in use first. */
  const keys = new Map([...permissions.keys(), adminRole].map((role) => [role, [drawNkey()]]));
  const authority = await createAuthority({ dir: join(options.dir, 'authority') });
  const writeUsers = async () => {
    await mkdir(dir, { recursive: true });
    await writeFile(join(dir, usersFile), usersBlock(keys, permissions), { mode: 0o600 });
  };
  await writeUsers();
  const config = `${await tlsBlock(options.dir, authority)}include ./${usersFile}\n`;
  let server = requireServer(await startNats({ dir, config }));
  const { port, url } = server;
  const log = () => readFile(join(dir, 'nats.log'), 'utf8');
  const reload = async () => {
    await writeUsers();
    const read = async () => (await log()).split(reloadedText).length;
    const before = await read();
    process.kill(server.pid, 'SIGHUP');
    const isRead = async () => (await read()) > before;
    await until(isRead, { timeoutMs: 10_000, what: 'NATS to read its users again' });
  };
  return {
    server: () => server,
    login: (role) => ({
      SVC_NATS_URL: url,
      SVC_NATS_SEED: loginsOf(keys, role)[0]?.seed,
      SVC_NATS_CA: authority.certificate,
    }),
    start: async () => {
      await writeUsers();
      server = requireServer(await startNats({ dir, config, port }));
    },
    add: async (role) => {
      loginsOf(keys, role).push(drawNkey());
      await reload();
    },
    use: (role) => {
      loginsOf(keys, role).reverse();
    },
    drop: async (role) => {
      loginsOf(keys, role).splice(1);
      await reload();
    },
    refusals: async () => (await log()).split('\n').filter((line) => line.includes('Violation')),
    stop: () => server.stop(),
  };
}

/** Each login of a role is a user of its own, with the rights of the role. */
function usersBlock(
  keys: ReadonlyMap<string, readonly { nkey: string }[]>,
  permissions: ReturnType<typeof natsPermissions>,
): string {
  const users = [...keys].flatMap(([role, logins]) => {
    const rights = permissions.get(role);
    return logins.map(({ nkey }) => ({ nkey, ...(rights && { permissions: rights }) }));
  });
  return authorizationBlock(users);
}

type Authority = Awaited<ReturnType<typeof createAuthority>>;

async function tlsBlock(dir: string, authority: Authority): Promise<string> {
  const { certificate, privateKey } = await authority.issue('localhost');
  const folder = join(dir, 'tls');
  await mkdir(folder, { recursive: true });
  const [cert, key] = [join(folder, 'server.pem'), join(folder, 'server.key')];
  await writeFile(cert, certificate);
  await writeFile(key, privateKey, { mode: 0o600 });
  return `tls { cert_file: "${cert}", key_file: "${key}" }\n`;
}

function requireServer(server: NatsServer | undefined): NatsServer {
  if (!server) throw new Error('nats-server is not installed');
  return server;
}

function loginsOf<L>(keys: ReadonlyMap<string, L[]>, role: string): L[] {
  const found = keys.get(role);
  if (!found) throw new Error(`${role} is no user of NATS`);
  return found;
}

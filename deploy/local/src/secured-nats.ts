/** A private nats-server with a user per role, for environments of one process per service. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createAuthority,
  type NatsServer,
  type PrivateNetwork,
  startNats,
  until,
} from '@svc/devnet';
import { drawNkey } from '@svc/kit/nkey';
import type { ServiceDefinition } from '@svc/kit/service';
import { authorizationBlock, type NatsUser } from './nats-config.ts';
import { natsRights } from './nats-roles.ts';

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
  /** With processes of a version that has one login for all: others serve under that, too. */
  moving?: boolean;
  /** Its server's monitoring is on port 8222 there. */
  network?: PrivateNetwork | undefined;
}

/** With TLS under an authority of its own. */
export async function startSecuredNats(options: SecuredNatsOptions): Promise<SecuredNats> {
  const dir = join(options.dir, 'nats');
  const { namespace, definitions, moving = false, network } = options;
  const rights = natsRights(namespace, definitions);
  /** Of each role, the one in use first. */
  const keys = new Map<string, Logins>(
    [...rights.keys(), adminRole].map((role) => [role, [drawLogin()]]),
  );
  const authority = await createAuthority({ dir: join(options.dir, 'authority') });
  const writeUsers = async () => {
    await mkdir(dir, { recursive: true });
    await writeFile(join(dir, usersFile), usersBlock(keys, rights, moving), { mode: 0o600 });
  };
  await writeUsers();
  const config = `${await tlsBlock(options.dir, authority)}include ./${usersFile}\n${monitorOf(network)}`;
  let server = requireServer(await startNats({ dir, config, network }));
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
      ...seedsOf(loginsOf(keys, role)[0], moving),
      ...{ SVC_NATS_URL: url, SVC_NATS_CA: authority.certificate },
    }),
    start: async () => {
      await writeUsers();
      server = requireServer(await startNats({ dir, config, port, network }));
    },
    add: async (role) => {
      loginsOf(keys, role).push(drawLogin());
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

const monitorOf = (network: PrivateNetwork | undefined): string =>
  network ? `http: "${network.address}:8222"\n` : '';

const drawLogin = () => ({ facts: drawNkey(), calls: drawNkey() });
type Login = ReturnType<typeof drawLogin>;
const seedsOf = ({ facts, calls }: Login, moving: boolean) => ({
  SVC_NATS_SEED: facts.seed,
  SVC_NATS_CALLS_SEED: moving ? `${calls.seed},${facts.seed}` : calls.seed,
});
type Logins = [Login, ...Login[]];

/** Each login of a role is a user of its own, with the rights of the role. */
function usersBlock(
  keys: ReadonlyMap<string, Logins>,
  rights: ReturnType<typeof natsRights>,
  moving: boolean,
): string {
  const of = (account: 'facts' | 'calls'): NatsUser[] =>
    [...keys].flatMap(([role, logins]) => {
      const granted = rights.get(role);
      const permissions = granted?.[account === 'facts' && moving ? 'single' : account];
      // The admin has no bounds; a role without streams has no user there.
      if (granted && !permissions) return [];
      return logins.map((login) => ({
        nkey: login[account].nkey,
        ...(permissions && { permissions }),
      }));
    });
  return authorizationBlock({ facts: of('facts'), calls: of('calls') });
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

function loginsOf(keys: ReadonlyMap<string, Logins>, role: string): Logins {
  const found = keys.get(role);
  if (!found) throw new Error(`${role} is no user of NATS`);
  return found;
}

/** A private nats-server with a user per role, for environments of one process per service. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuthority, type NatsServer, startNats } from '@svc/devnet';
import { drawNkey } from '@svc/kit/nats';
import type { ServiceDefinition } from '@svc/kit/service';
import { authorizationBlock } from './nats-config.ts';
import { natsPermissions } from './nats-roles.ts';

export interface SecuredNats {
  server(): NatsServer;
  /** Environment variables of a role; `admin` may do everything. */
  login(role: string): NodeJS.ProcessEnv;
  /** Starts the server again, with the same users and on the same port. */
  start(): Promise<void>;
  /** Permission violations that the server refused, line by line of its log. */
  refusals(): Promise<string[]>;
  stop(): Promise<void>;
}

export const adminRole = 'admin';

export interface SecuredNatsOptions {
  dir: string;
  namespace: string;
  definitions?: readonly ServiceDefinition[];
}

/** With TLS under an authority of its own. */
export async function startSecuredNats(options: SecuredNatsOptions): Promise<SecuredNats> {
  const dir = join(options.dir, 'nats');
  const permissions = natsPermissions(options.namespace, options.definitions);
  const keys = new Map([...permissions.keys(), adminRole].map((role) => [role, drawNkey()]));
  const authority = await createAuthority({ dir: join(options.dir, 'authority') });
  const users = [...keys].map(([role, { nkey }]) => {
    const rights = permissions.get(role);
    return { nkey, ...(rights && { permissions: rights }) };
  });
  const config = `${await tlsBlock(options.dir, authority)}${authorizationBlock(users)}`;
  let server = requireServer(await startNats({ dir, config }));
  const { port, url } = server;
  return {
    server: () => server,
    login: (role) => ({
      SVC_NATS_URL: url,
      SVC_NATS_SEED: requireKeys(keys, role).seed,
      SVC_NATS_CA: authority.certificate,
    }),
    start: async () => {
      server = requireServer(await startNats({ dir, config, port }));
    },
    refusals: async () => {
      const lines = (await readFile(join(dir, 'nats.log'), 'utf8')).split('\n');
      return lines.filter((line) => line.includes('Violation'));
    },
    stop: () => server.stop(),
  };
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

function requireKeys<K>(keys: ReadonlyMap<string, K>, role: string): K {
  const found = keys.get(role);
  if (!found) throw new Error(`${role} is no user of NATS`);
  return found;
}

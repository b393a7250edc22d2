/**
 * Stands in for OpenSSH where that cannot run (`npm start` as an ordinary user, or without sshd): the
 * same homes and keys, in this process. For development alone: it isolates no better than this code.
 */
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import ssh2, { type AuthContext, type Connection } from 'ssh2';
import { freePort, requirePort } from './ports.ts';
import { serveFolder } from './sftp-folder.ts';
import { keptKeys, type SftpKeys, type SftpOptions, type SftpServer } from './sftp-keys.ts';

export async function startSftpStandIn(options: SftpOptions): Promise<SftpServer> {
  const dir = resolve(options.dir);
  const keys = await keptKeys(dir, Object.keys(options.users));
  const home = (username: string) => join(dir, 'home', username);
  for (const [username, dcs] of Object.entries(options.users)) {
    for (const dc of dcs) {
      for (const box of ['inbound', 'outbound', 'archive']) {
        await mkdir(join(home(username), dc, box), { recursive: true });
      }
    }
  }
  const port = options.port ? await requirePort(options.port, 'SVC_SFTP_PORT') : await freePort();
  const open = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [keys.host.privateKey] }, (client) => {
    open.add(client);
    sendsAtOnce(client);
    client.on('close', () => open.delete(client));
    client.on('error', () => undefined);
    receive(client, { keys, home, users: Object.keys(options.users), longname: options.longname });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    for (const client of open) client.end();
    await new Promise<void>((done) => server.close(() => done()));
  };
  const remove = async () => {
    await stop();
    await rm(dir, { recursive: true, force: true });
  };
  const place = { kind: 'ssh2' as const, address: '127.0.0.1', port, pid: process.pid };
  return { ...place, ...keys, home, stop, kill: stop, remove };
}

/** Turns off Nagle's algorithm, which delays each reply by 40 ms; the method is in no type. */
function sendsAtOnce(client: Connection): void {
  if ('setNoDelay' in client && typeof client.setNoDelay === 'function') client.setNoDelay(true);
}

interface Doorkeeper {
  keys: SftpKeys;
  home(username: string): string;
  users: readonly string[];
  longname: SftpOptions['longname'];
}

/** A known user with its own key or the service's; then its own folder, and nothing but SFTP. */
function receive(client: Connection, { keys, home, users, longname }: Doorkeeper): void {
  let username = '';
  client.on('authentication', (context) => {
    const isKnown = users.includes(context.username);
    const mayEnter = isKnown ? [keys.user(context.username), keys.service] : [];
    if (mayEnter.some(({ publicKey }) => isSignedBy(context, publicKey))) {
      username = context.username;
      context.accept();
    } else context.reject(['publickey']);
  });
  client.on('ready', () => {
    client.on('session', (accept) => {
      accept().on('sftp', (take) => serveFolder(take(), home(username), longname));
    });
  });
}

function isSignedBy(context: AuthContext, publicKey: string): boolean {
  if (context.method !== 'publickey') return false;
  const key = ssh2.utils.parseKey(publicKey);
  if (key instanceof Error || !key.getPublicSSH().equals(context.key.data)) return false;
  // Without a signature the client only asks whether the key would do.
  if (!context.signature || !context.blob) return true;
  return key.verify(context.blob, context.signature, context.hashAlgo) === true;
}

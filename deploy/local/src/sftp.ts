/** The file channel of `npm start`: a server, and the wholesalers that may use it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SftpServer, startSftpStandIn, startSshd } from '@svc/devnet';

const users = { demo: ['jhb', 'cpt'], rival: ['pta'] };

/** OpenSSH where it can run; keys and homes are kept in `dir`. */
export async function startSftp(dir: string, env: NodeJS.ProcessEnv): Promise<SftpServer> {
  const port = env.SVC_SFTP_PORT ? { port: Number(env.SVC_SFTP_PORT) } : {};
  const options = { dir, users, ...port };
  return (await startSshd(options)) ?? startSftpStandIn(options);
}

/** Environment variables of the files service. */
export const sftpVariables = (server: SftpServer): NodeJS.ProcessEnv => ({
  SVC_SFTP_HOST: server.address,
  SVC_SFTP_PORT: String(server.port),
  SVC_SFTP_KEY: server.service.privateKey,
  SVC_SFTP_HOST_KEY: server.hostKey,
  SVC_SFTP_POLL_MS: '1000',
  SVC_SFTP_STILL_MS: '1000',
});

export interface SftpAccess {
  host: string;
  port: number;
  /** For OpenSSH's clients: `sftp -F <this> demo`. */
  config_file: string;
  users: Record<
    keyof typeof users,
    { username: string; private_key_file: string; dcs: readonly string[] }
  >;
}

/** How scripts and people reach it; `dir` gets what OpenSSH's clients need. */
export async function sftpAccess(server: SftpServer, dir: string): Promise<SftpAccess> {
  const { address: host, port } = server;
  const known = join(dir, 'known_hosts');
  await writeFile(known, `[${host}]:${port} ${server.host.publicKey.trim()}\n`);
  const user = (username: keyof typeof users) => ({
    username,
    private_key_file: server.user(username).privateKeyFile,
    dcs: users[username],
  });
  const own = { demo: user('demo'), rival: user('rival') };
  const logins = Object.values(own).map(
    ({ username, private_key_file }) =>
      `Host ${username}\n  HostName ${host}\n  Port ${port}\n  User ${username}\n` +
      `  IdentityFile "${private_key_file}"\n  IdentitiesOnly yes\n  UserKnownHostsFile "${known}"\n` +
      // A server that falls silent is given up, not waited for.
      '  ConnectTimeout 10\n  ServerAliveInterval 5\n  ServerAliveCountMax 2\n',
  );
  const config_file = join(dir, 'ssh_config');
  await writeFile(config_file, logins.join('\n'));
  return { host, port, config_file, users: own };
}

/** The file channel of `npm start`: a server, and the wholesalers that may use it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SftpServer, startSftpStandIn, startSshd } from '@svc/devnet';
import { dataDir } from './dev-file.ts';

const users = { demo: ['jhb', 'cpt'], rival: ['pta'] };

/** OpenSSH where it can run. */
export async function startSftp(env: NodeJS.ProcessEnv = process.env): Promise<SftpServer> {
  const port = env.SVC_SFTP_PORT ? { port: Number(env.SVC_SFTP_PORT) } : {};
  const options = { dir: join(dataDir(), 'sftp'), users, ...port };
  return (await startSshd(options)) ?? startSftpStandIn(options);
}

/** What the file service is told of it. */
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
  /** Holds the server's key, for OpenSSH's clients. */
  known_hosts_file: string;
  users: Record<
    keyof typeof users,
    { username: string; private_key_file: string; dcs: readonly string[] }
  >;
}

export async function sftpAccess(server: SftpServer): Promise<SftpAccess> {
  const known_hosts_file = join(dataDir(), 'sftp', 'known_hosts');
  const line = `[${server.address}]:${server.port} ${server.host.publicKey.trim()}\n`;
  await writeFile(known_hosts_file, line);
  const user = (username: keyof typeof users) => ({
    username,
    private_key_file: server.user(username).privateKeyFile,
    dcs: users[username],
  });
  return {
    host: server.address,
    port: server.port,
    known_hosts_file,
    users: { demo: user('demo'), rival: user('rival') },
  };
}

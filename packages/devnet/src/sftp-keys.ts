import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ssh2 from 'ssh2';

export interface SftpOptions {
  /** Holds keys and homes, kept between runs; made on first use. */
  dir: string;
  /** Default: a free one. */
  port?: number;
  /** The distribution centres of each user. */
  users: Readonly<Record<string, readonly string[]>>;
  /** For tests: how many bytes fit into a folder, e.g. `{ 'demo/jhb/outbound': 65_536 }`. */
  smallFolders?: Readonly<Record<string, number>>;
  /** For tests: what the stand-in sends as `longname`, whose form SFTP leaves open. */
  longname?: (filename: string) => string;
}

export interface KeyPair {
  privateKey: string;
  privateKeyFile: string;
  publicKey: string;
}

export interface SftpKeys {
  host: KeyPair;
  /** `SHA256:…`, as ssh-keygen prints it. */
  hostKey: string;
  /** Opens every home: the file service logs in with it. */
  service: KeyPair;
  user(username: string): KeyPair;
}

export interface SftpServer extends SftpKeys {
  /** OpenSSH, or its stand-in where it cannot run. */
  kind: 'openssh' | 'ssh2';
  address: string;
  port: number;
  pid: number;
  /** The user's root folder on this machine. */
  home(username: string): string;
  stop(): Promise<void>;
  /** Ends it and every session as a crash would; start it again with the same `dir` and `port`. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/** The keys in `dir`; those that are missing are made. */
export async function keptKeys(dir: string, usernames: readonly string[]): Promise<SftpKeys> {
  const folder = join(dir, 'keys');
  await mkdir(folder, { recursive: true });
  const host = await keptPair(join(folder, 'host'));
  const service = await keptPair(join(folder, 'service'));
  const users = new Map<string, KeyPair>();
  for (const name of usernames) users.set(name, await keptPair(join(folder, `user-${name}`)));
  return {
    host,
    hostKey: fingerprint(host.publicKey),
    service,
    user: (username) => {
      const pair = users.get(username);
      if (!pair) throw new Error(`no user ${username} here`);
      return pair;
    },
  };
}

async function keptPair(file: string): Promise<KeyPair> {
  const kept = await readPair(file).catch(() => undefined);
  if (kept !== undefined && isReadable(kept)) return kept;
  const { privateKey, publicKey } = newPair();
  await writeFile(file, privateKey, { mode: 0o600 });
  await chmod(file, 0o600);
  await writeFile(`${file}.pub`, publicKey);
  return { privateKey, privateKeyFile: file, publicKey };
}

const readPair = async (file: string): Promise<KeyPair> => ({
  privateKey: await readFile(file, 'utf8'),
  privateKeyFile: file,
  publicKey: await readFile(`${file}.pub`, 'utf8'),
});

type Texts = Pick<KeyPair, 'privateKey' | 'publicKey'>;

/** ssh2 strips leading zeros of a key, so one pair in 128 cannot be read (mscdex/ssh2#1513). */
function newPair(): Texts {
  const { private: privateKey, public: publicKey } = ssh2.utils.generateKeyPairSync('ed25519');
  const pair = { privateKey, publicKey };
  return isReadable(pair) ? pair : newPair();
}

const isReadable = ({ privateKey, publicKey }: Texts): boolean =>
  [privateKey, publicKey].every((text) => !(ssh2.utils.parseKey(text) instanceof Error));

function fingerprint(publicKey: string): string {
  const [, body = ''] = publicKey.split(' ');
  const digest = createHash('sha256').update(Buffer.from(body, 'base64')).digest('base64');
  return `SHA256:${digest.replace(/=+$/, '')}`;
}

/**
 * OpenSSH as the file channel's server: keys only, SFTP only, every user in a chroot of its own.
 *
 * It runs in namespaces of its own, where /etc/passwd also has the users, and /srv and /mnt are the
 * folders with their homes and keys: the machine is not changed, and all child processes end with it.
 * All of /etc is its own: a file is replaced when a user is added to the machine, and what was mounted
 * over the old one goes with it.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { aptInstall } from './apt.ts';
import { startChild } from './child.ts';
import { freePort, requirePort } from './ports.ts';
import { ownerName, stopOrphan } from './processes.ts';
import { findProgram } from './programs.ts';
import { keptKeys, type SftpKeys, type SftpOptions, type SftpServer } from './sftp-keys.ts';

const firstUid = 61_000;

/** Chroots need root; the rest of the isolation needs namespaces. */
export const canRunSshd = (): boolean =>
  process.getuid?.() === 0 &&
  findProgram('sshd') !== undefined &&
  spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0;

/** Installs OpenSSH's server with apt; false when that is not possible here. */
export const installSshd = async (): Promise<boolean> =>
  (await aptInstall('openssh-server')) && canRunSshd();

/** Starts sshd on 127.0.0.1, or gives undefined where it cannot run. */
export async function startSshd(options: SftpOptions): Promise<SftpServer | undefined> {
  if (!canRunSshd()) return undefined;
  const dir = resolve(options.dir);
  await mkdir(dir, { recursive: true });
  await stopOrphan(join(dir, 'sshd.pid'), dir);
  if (options.port !== undefined) await requirePort(options.port, 'SVC_SFTP_PORT');
  const port = options.port ?? (await freePort());
  const keys = await keptKeys(dir, Object.keys(options.users));
  await makeHomes(dir, options);
  await writeAccounts(dir, options, keys);
  await writeFile(join(dir, 'sshd_config'), settings(dir, port));
  await writeFile(join(dir, 'sshd.sh'), script(dir, options));
  // Debian makes it when the system's own service starts.
  mkdirSync('/run/sshd', { recursive: true });
  const server = await startChild({
    command: 'unshare',
    args: [
      ...['--mount', '--pid', '--fork', '--kill-child=SIGKILL', '--'],
      ...['sh', '-eu', join(dir, 'sshd.sh'), ownerName],
    ],
    logFile: join(dir, 'sshd.log'),
    ready: (output) => output.includes('Server listening'),
    // unshare ignores gentler signals; SIGKILL ends all processes in its namespace.
    stopSignal: 'SIGKILL',
  });
  await writeFile(join(dir, 'sshd.pid'), String(server.pid));
  const remove = async () => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return {
    ...{ kind: 'openssh', address: '127.0.0.1', port },
    ...{ ...keys, home: homeIn(dir), remove, ...server },
  };
}

const homeIn = (dir: string) => (username: string) => join(dir, 'home', username);

async function makeHomes(dir: string, { users }: SftpOptions): Promise<void> {
  await mkdir(join(dir, 'home'), { recursive: true });
  for (const folder of [dir, join(dir, 'home')]) await chmod(folder, 0o755);
  for (const [n, [username, dcs]] of Object.entries(users).entries()) {
    for (const dc of dcs) {
      for (const box of ['inbound', 'outbound', 'archive']) {
        const folder = join(homeIn(dir)(username), dc, box);
        await mkdir(folder, { recursive: true });
        await chown(folder, firstUid + n, firstUid + n);
      }
    }
  }
}

async function writeAccounts(dir: string, { users }: SftpOptions, keys: SftpKeys): Promise<void> {
  const names = Object.keys(users);
  const shell = '/usr/sbin/nologin';
  const logins = names.map((name, n) => `${name}:*:${firstUid + n}:${firstUid + n}::/:${shell}`);
  const groups = names.map((name, n) => `${name}:x:${firstUid + n}:`);
  await mkdir(join(dir, 'etc'), { recursive: true });
  await writeFile(join(dir, 'etc/passwd'), withLines('/etc/passwd', logins));
  await writeFile(join(dir, 'etc/group'), withLines('/etc/group', groups));
  await mkdir(join(dir, 'authorized'), { recursive: true });
  for (const name of names) {
    const lines = [keys.user(name).publicKey, keys.service.publicKey];
    await writeFile(join(dir, 'authorized', name), `${lines.join('\n')}\n`);
  }
  await writeFile(join(dir, 'host_key'), keys.host.privateKey, { mode: 0o600 });
}

const withLines = (file: string, lines: readonly string[]): string =>
  [readFileSync(file, 'utf8').trimEnd(), ...lines, ''].join('\n');

/** The same as deploy/sftp/sshd_config, but for places and port. */
const settings = (dir: string, port: number): string => `
Port ${port}
ListenAddress 127.0.0.1
HostKey ${dir}/host_key
PidFile none
UsePAM no
UseDNS no
AuthenticationMethods publickey
AuthorizedKeysFile /mnt/%u
ChrootDirectory /srv/%u
Subsystem sftp internal-sftp
ForceCommand internal-sftp
DisableForwarding yes
PermitTTY no
PermitUserRC no
MaxStartups 100
LoginGraceTime 20
PerSourceMaxStartups 20
`;

/** Small folders are for tests of a full disk. */
const script = (dir: string, { users, smallFolders = {} }: SftpOptions): string => {
  const uids = new Map(Object.keys(users).map((name, n) => [name, firstUid + n]));
  const mounts = Object.entries(smallFolders).map(([folder, bytes]) => {
    const uid = uids.get(folder.split('/')[0] ?? '');
    return `mount -t tmpfs -o size=${bytes},uid=${uid},mode=755 tmpfs '/srv/${folder}'`;
  });
  return `
for file in nsswitch.conf ld.so.cache; do cp "/etc/$file" '${dir}/etc' || :; done
mount --bind '${dir}/etc' /etc
mount --bind '${dir}/home' /srv
mount --bind '${dir}/authorized' /mnt
${mounts.join('\n')}
exec '${findProgram('sshd')}' -D -e -f '${dir}/sshd_config' -o "VersionAddendum=$1"
`;
};

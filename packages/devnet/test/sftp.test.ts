import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import type { SftpOptions, SftpServer } from '../src/sftp-keys.ts';
import { startSftpStandIn } from '../src/sftp-stand-in.ts';
import { startSshd } from '../src/sshd.ts';

const users = { demo: ['jhb'], rival: ['pta'] };
type Start = (options: SftpOptions) => Promise<SftpServer | undefined>;
const servers: [string, Start][] = [
  ['the stand-in', startSftpStandIn],
  ...(inject('hasSshd') ? [['sshd', startSshd] as [string, Start]] : []),
];

/** Output of OpenSSH's client, logged in with the key of `as`. */
async function sftp(server: SftpServer, dir: string, [user, as, ...lines]: string[]) {
  const batch = join(dir, 'batch');
  await writeFile(batch, `${lines.join('\n')}\n`);
  const known = join(dir, 'known_hosts');
  await writeFile(known, `[${server.address}]:${server.port} ${server.host.publicKey}\n`);
  const key = server.user(as ?? '').privateKeyFile;
  const { stdout, stderr } = await promisify(execFile)('sftp', [
    ...['-q', '-b', batch, '-P', String(server.port), '-i', key, '-o', 'IdentitiesOnly=yes'],
    ...['-o', `UserKnownHostsFile=${known}`, `${user}@${server.address}`],
  ]);
  return stdout + stderr;
}

/** Started, and stopped when the test ends. */
async function started(start: Start, options: SftpOptions): Promise<SftpServer> {
  const server = await start(options);
  if (!server) throw new Error('no server');
  onTestFinished(() => server.stop());
  return server;
}

describe.runIf(inject('hasSshd'))('sshd', () => {
  it('lets users in whatever becomes of the accounts of the machine', async () => {
    await using dir = await mkdtempDisposable(join(tmpdir(), 'sftp-'));
    const server = await started(startSshd, { dir: join(dir.path, 'server'), users });
    const mounts = await readFile(`/proc/${server.pid}/mountinfo`, 'utf8');
    const places = mounts.split('\n').map((line) => line.split(' ')[4]);
    expect(places).toContain('/etc');
    expect(places).not.toContain('/etc/passwd');
  });
});

describe.each(servers)('%s', (_, start) => {
  it('lets a user put, list, rename, get and remove in its own home, kept over restarts', async () => {
    await using dir = await mkdtempDisposable(join(tmpdir(), 'sftp-'));
    const options = { dir: join(dir.path, 'server'), users };
    const first = await started(start, options);
    await writeFile(join(dir.path, 'wave.csv'), 'order_id\n'.repeat(20_000));
    const put = `put ${join(dir.path, 'wave.csv')} /jhb/inbound/wave.part`;
    const named = 'rename /jhb/inbound/wave.part /jhb/inbound/wave.csv';
    const output = await sftp(first, dir.path, ['demo', 'demo', put, named, 'ls -1 /jhb/inbound']);
    expect(output).toContain('/jhb/inbound/wave.csv');
    await first.stop();

    const second = await started(start, { ...options, port: first.port });
    expect(second.hostKey).toBe(first.hostKey);
    const copy = join(dir.path, 'copy.csv');
    await sftp(second, dir.path, ['demo', 'demo', `get /jhb/inbound/wave.csv ${copy}`]);
    expect(await readFile(copy, 'utf8')).toBe('order_id\n'.repeat(20_000));
    const commands = ['rm /jhb/inbound/wave.csv', 'ls -1 /jhb/inbound'];
    expect(await sftp(second, dir.path, ['demo', 'demo', ...commands])).not.toMatch(/^\/.*wave/m);
  });

  it("opens no home with another's key, and none from another's", async () => {
    await using dir = await mkdtempDisposable(join(tmpdir(), 'sftp-'));
    const server = await started(start, { dir: join(dir.path, 'server'), users });
    await writeFile(join(server.home('rival'), 'pta/inbound/secret'), 'of the rival');
    await symlink(server.home('rival'), join(server.home('demo'), 'jhb/inbound/way'));
    await expect(sftp(server, dir.path, ['rival', 'demo', 'ls'])).rejects.toThrow();
    await expect(sftp(server, dir.path, ['root', 'demo', 'ls'])).rejects.toThrow();
    for (const path of ['way/pta/inbound/secret', '../../../rival/pta/inbound/secret']) {
      const get = `get /jhb/inbound/${path} ${join(dir.path, 'stolen')}`;
      await expect(sftp(server, dir.path, ['demo', 'demo', get])).rejects.toThrow(
        /not found|denied/i,
      );
    }
  });
});

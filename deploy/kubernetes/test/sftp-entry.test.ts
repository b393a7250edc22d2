import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../src/generator.ts';

const entry = join(root, '../sftp/entry.sh');
const folders = [
  ...['srv/sftp', 'etc/svc-sftp', 'var/lib/extrausers', 'run/sshd'],
  ...['mnt/wholesalers', 'mnt/keys', 'mnt/host', 'bin'],
];

/** A root as the pod mounts it; `chown` only notes what it is asked for. */
async function mountedRoot(wholesalers: string) {
  const dir = await mkdtemp(join(tmpdir(), 'svc-sftp-'));
  for (const folder of folders) await mkdir(join(dir, folder), { recursive: true, mode: 0o777 });
  await writeFile(join(dir, 'mnt/wholesalers/wholesalers'), wholesalers);
  await writeFile(join(dir, 'mnt/host/host_key'), 'host key');
  await writeFile(join(dir, 'mnt/keys/acme'), 'key of acme');
  await writeFile(join(dir, 'mnt/keys/rival'), 'key of rival');
  await writeFile(join(dir, 'bin/chown'), `#!/bin/sh\necho "$@" >> ${dir}/owners\n`);
  await chmod(join(dir, 'bin/chown'), 0o755);
  const read = (path: string) => readFile(join(dir, path), 'utf8');
  const run = () => {
    const path = [join(dir, 'bin'), process.env.PATH].join(delimiter);
    // The last line becomes sshd, which finds no settings here and ends.
    return spawnSync('sh', [entry], {
      env: { PATH: path, SVC_SFTP_ROOT: dir },
      encoding: 'utf8',
    });
  };
  const remove = () => rm(dir, { recursive: true });
  return { dir, read, run, [Symbol.asyncDispose]: remove };
}

it('makes accounts, homes and keys, and keeps the numbers', async () => {
  await using mounted = await mountedRoot('# user centre centre\nacme jhb cpt\n\nrival pta\n');
  mounted.run();
  const accounts = await mounted.read('var/lib/extrausers/passwd');
  expect(accounts).toBe(
    'acme:*:60000:60000::/:/usr/sbin/nologin\nrival:*:60001:60001::/:/usr/sbin/nologin\n',
  );
  expect(await readdir(join(mounted.dir, 'srv/sftp/acme/jhb'))).toEqual(
    expect.arrayContaining(['inbound', 'outbound', 'archive']),
  );
  expect(await mounted.read('owners')).toContain(
    `60001:60001 ${mounted.dir}/srv/sftp/rival/pta/inbound`,
  );
  expect(await mounted.read('etc/svc-sftp/keys/acme')).toBe('key of acme');
  const hostKey = await stat(join(mounted.dir, 'etc/svc-sftp/host_key'));
  expect(hostKey.mode & 0o777).toBe(0o600);
  const home = await stat(join(mounted.dir, 'srv/sftp/acme'));
  expect(home.mode & 0o022).toBe(0);

  await writeFile(join(mounted.dir, 'mnt/wholesalers/wholesalers'), 'rival pta\nacme jhb');
  mounted.run();
  expect(await mounted.read('var/lib/extrausers/passwd')).toContain('rival:*:60001:');
});

it.each(['../acme jhb', 'acme ../jhb', 'Acme jhb'])('refuses to start with %s', async (line) => {
  await using mounted = await mountedRoot(`${line}\n`);
  const { status, stderr } = mounted.run();
  expect(status).toBe(1);
  expect(stderr).toMatch(/not a (user name|centre)/);
});

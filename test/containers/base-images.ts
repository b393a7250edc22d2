/**
 * The images that ours stands on and works beside: those of a registry, or stand-ins where none is
 * reached. A stand-in is Debian by debootstrap with the same programs, entries and users.
 */
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aptInstall } from '@svc/devnet/apt';
import { docker } from '@svc/image/docker';

const official = {
  ...{ postgres: 'postgres:18.1', nats: 'nats:2.12.1', rclone: 'rclone/rclone:1.71.2' },
  /** An S3-compatible store, for tests alone. */
  bucket: 'motoserver/moto:5.1.18',
};
const standIn = (name: string) => `svc-stand-in/${name}`;
const standIns: Record<keyof typeof official, string> = {
  ...{ postgres: standIn('postgres'), nats: standIn('nats'), rclone: standIn('rclone') },
  bucket: standIn('bucket'),
};

export interface BaseImages extends Record<keyof typeof official, string> {
  /** Undefined: the one that the Dockerfile pins. */
  node?: string;
}
const run = promisify(execFile);

/** The signal ends what takes minutes. */
export async function provideBaseImages(signal: AbortSignal): Promise<BaseImages> {
  const reached = await Promise.all(Object.values(official).map(canPull));
  if (reached.every(Boolean)) return official;
  await makeDebian(signal);
  await Promise.all([makeNode(), ...Object.keys(standIns).map(make)]);
  return { node: standIn('node'), ...standIns };
}

const has = (image: string): Promise<boolean> =>
  docker(['image', 'inspect', image]).then(Boolean, () => false);

const canPull = async (image: string): Promise<boolean> =>
  (await has(image)) ||
  docker(['pull', '--quiet', image]).then(
    () => true,
    () => false,
  );

/** Folders that the official slim image leaves out, too. */
const unneeded = ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man'];

async function makeDebian(signal: AbortSignal): Promise<void> {
  if (await has(standIn('debian'))) return;
  await withFolder(async (folder) => {
    const debootstrap = () =>
      run('debootstrap', ['--variant=minbase', 'bookworm', folder], { maxBuffer: 2 ** 26, signal });
    await debootstrap().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || !(await aptInstall('debootstrap'))) throw error;
      return debootstrap();
    });
    for (const path of unneeded) await rm(join(folder, path), { recursive: true, force: true });
    const image = `docker import - ${standIn('debian')}`;
    await run('sh', ['-c', `tar --create --directory "$0" . | ${image}`, folder]);
  });
}

async function makeNode(): Promise<void> {
  await withFolder(async (folder) => {
    const { stdout } = await run('npm', ['root', '--global']);
    await cp(await realpath(join(stdout.trim(), 'npm')), join(folder, 'npm'), { recursive: true });
    await copyFile(process.execPath, join(folder, 'node'));
    const authorities = process.env.NODE_EXTRA_CA_CERTS ?? '/etc/ssl/certs/ca-certificates.crt';
    await copyFile(authorities, join(folder, 'authorities.pem'));
    await build('node', folder);
  });
}

const recipes = join(import.meta.dirname, 'stand-ins');

const make = (name: string): Promise<void> => build(name, recipes);

async function build(name: string, context: string): Promise<void> {
  const file = ['--file', join(recipes, `${name}.Dockerfile`), '--tag', standIn(name)];
  const debian = ['--build-arg', `DEBIAN=${standIn('debian')}`];
  await docker(['build', '--quiet', '--network', 'host', ...file, ...debian, context]);
}

async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-base-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, 'node_modules', '.installed');
const lockFolder = join(root, '.svc', 'installing');

/** Installs the dependencies unless these very ones are installed; false when that fails. */
export function install() {
  if (isInstalled()) return true;
  const release = waitForLock();
  try {
    return isInstalled() || runPnpm();
  } finally {
    release();
  }
}

function isInstalled() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint();
}

/** Changes with the lock file, with any package.json and with the kind of machine. */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests()]) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function manifests(folder = '.', depth = 2) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const own = entries.some((entry) => entry.name === 'package.json');
  const inside = entries
    .filter((entry) => depth > 0 && entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name))
    .flatMap((entry) => manifests(join(folder, entry.name), depth - 1));
  return [...(own ? [join(folder, 'package.json')] : []), ...inside.sort()];
}

function runPnpm() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  console.error('Installing the dependencies (once, and when they change) …');
  const options = ['--frozen-lockfile', '--config.confirm-modules-purge=false'];
  // The pinned Node is fetched by an install script, which a cautious npm setting would skip.
  const allow = '--config.ignore-scripts=false';
  const args = ['-y', packageManager, '--dir', root, 'install', ...options, allow];
  // Not from the root: npx would take the pnpm of node_modules, which the installation may remove.
  const { status, error } = spawnSync('npx', args, {
    cwd: tmpdir(),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status === 0) {
    writeFileSync(stampFile, fingerprint());
    return true;
  }
  const reason = error === undefined ? 'see above' : error.message;
  console.error(
    `\nThe dependencies could not be installed (${reason}).\n` +
      'Is the npm registry within reach, and npm on the PATH? After a change to a package.json,\n' +
      `renew the lock file first: npx -y ${packageManager} install --no-frozen-lockfile`,
  );
  return false;
}

/** Two commands at once in a fresh clone must not install into the same folder. */
function waitForLock() {
  const holder = join(lockFolder, 'pid');
  mkdirSync(dirname(lockFolder), { recursive: true });
  for (;;) {
    try {
      mkdirSync(lockFolder);
      writeFileSync(holder, `${process.pid}`);
      return () => rmSync(lockFolder, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    pause(200);
    if (existsSync(holder) && !isAlive(Number(readFileSync(holder, 'utf8')))) {
      rmSync(lockFolder, { recursive: true, force: true });
    }
  }
}

function pause(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

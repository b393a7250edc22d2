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
  const { packageManager } = readJson('package.json');
  console.error('Installing the dependencies (once, and when they change) …');
  const options = ['--frozen-lockfile', '--config.confirm-modules-purge=false'];
  // The pinned Node is fetched by an install script, which a cautious npm setting would skip.
  const allow = '--config.ignore-scripts=false';
  const pnpm = fetchPnpm(packageManager);
  const npx = ['-y', '--package', pnpm.file, '--', 'pnpm'];
  const args = [...npx, '--dir', root, 'install', ...options, allow];
  // Not from the root: npx would take the pnpm of node_modules, which the installation may remove.
  const { status, error } = pnpm.fault
    ? { error: new Error(pnpm.fault) }
    : spawnSync('npx', args, { cwd: tmpdir(), stdio: ['ignore', 'inherit', 'inherit'] });
  const fault = status === 0 ? nodeFault() : (error?.message ?? 'see above');
  if (fault === undefined) {
    writeFileSync(stampFile, fingerprint());
    return true;
  }
  console.error(
    `\nThe dependencies could not be installed (${fault}).\n` +
      'Is the npm registry within reach, and npm on the PATH? After a change to a package.json,\n' +
      `renew the lock file first: npx -y ${packageManager} install --no-frozen-lockfile`,
  );
  return false;
}

const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** The archive of pnpm, which has to be the one of the lock file: it installs all others. */
function fetchPnpm(packageManager) {
  const folder = join(root, '.svc');
  const file = join(folder, `${packageManager.replace('@', '-')}.tgz`);
  if (!existsSync(file)) {
    const args = ['pack', packageManager, '--silent', '--pack-destination', folder];
    const { error } = spawnSync('npm', args, {
      cwd: tmpdir(),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (error || !existsSync(file)) return { file, fault: `${packageManager} cannot be fetched` };
  }
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  const [, expected] =
    lock.split(`\n  ${packageManager}:\n`)[1]?.match(/integrity: ([^}\s]+)/) ?? [];
  const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  if (found === expected) return { file };
  rmSync(file);
  return { file, fault: `${packageManager} is not the one of pnpm-lock.yaml` };
}

/**
 * Why the Node that runs everything is not the one whose SHA-256 is in checksums.json. An install script
 * fetches it past the lock file. Of machines without a checksum nothing is known.
 */
export function nodeFault(
  file = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node'),
) {
  const { node, sha256 } = readJson('scripts/checksums.json');
  if (readJson('package.json').devDependencies.node !== node) {
    return 'scripts/checksums.json is of another version of Node: renew it';
  }
  const expected = sha256[`${process.platform}-${process.arch}`];
  if (expected === undefined) {
    console.error(
      `There is no checksum of Node for ${process.platform}-${process.arch}: not checked.`,
    );
    return undefined;
  }
  const found = createHash('sha256').update(readFileSync(file)).digest('hex');
  return found === expected ? undefined : `${file} is not Node ${node}: its SHA-256 is ${found}`;
}

/** Two commands at once in a fresh clone must not install into the same folder. */
function waitForLock() {
  const holder = join(lockFolder, 'pid');
  // Of the owner alone: secrets of development come to lie in it.
  // Postgres of root runs as another user, who passes through.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  mkdirSync(dirname(lockFolder), { recursive: true, mode });
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

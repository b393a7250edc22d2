import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { cp, mkdir, mkdtempDisposable, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import checks from '../../scripts/checks.json' with { type: 'json' };

export const root = join(import.meta.dirname, '..', '..');

/** File path → content. */
export type Files = Record<string, string>;

/** A temporary folder with these files, copies of the named files of this repository, and its tools. */
export async function temporaryCopy(copied: readonly string[], files: Files) {
  const dir = await mkdtempDisposable(join(tmpdir(), 'boundaries-'));
  await symlink(join(root, 'node_modules'), join(dir.path, 'node_modules'));
  for (const path of copied) await cp(join(root, path), join(dir.path, path), { recursive: true });
  for (const [path, content] of Object.entries(files)) await write(join(dir.path, path), content);
  return dir;
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };

/** Makes the packages that a workspace of the copy declares resolvable, as pnpm would. */
export async function linkPackages(dir: string, workspace: string, homes: Files): Promise<void> {
  const text = await readFile(join(dir, workspace, 'package.json'), 'utf8');
  const manifest: Manifest = JSON.parse(text);
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
    const home = homes[name];
    const target = home === undefined ? findPackage(name) : join(dir, home);
    const link = join(dir, workspace, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(target, link);
  }
}

const dependents = ['packages/kit', 'packages/devnet', 'gateway', 'services/accounts', '.'];

function findPackage(name: string): string {
  const places = dependents.map((dependent) => join(root, dependent, 'node_modules', name));
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error(`${name} is not installed`);
  return realpathSync(found);
}

/** Runs one of the checks, with further arguments. */
export const runScript = (name: keyof typeof checks, dir: string, args: readonly string[] = []) =>
  runCommand([checks[name], ...args].join(' '), dir);

/** Runs a shell command with our Node and tools first on the path; its failure is a result too. */
export async function runCommand(command: string, dir: string, env: NodeJS.ProcessEnv = {}) {
  const path = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env.PATH];
  const options = {
    cwd: dir,
    env: { ...process.env, ...env, PATH: path.join(delimiter) },
    maxBuffer: 2 ** 26,
  };
  return await new Promise<{ code: number; output: string }>((resolve) => {
    execFile('/bin/sh', ['-c', command], options, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), output: stdout || stderr });
    });
  });
}

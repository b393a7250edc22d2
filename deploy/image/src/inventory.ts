/** Runs inside of an image, from standard input: prints what is installed there. Needs Node alone. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const store = '/app/node_modules/.pnpm';
const dpkg = '/var/lib/dpkg/status';

/** Folders of packages in a node_modules; links lead to packages that are listed elsewhere. */
function packageFolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) => {
      const path = join(folder, name);
      return name.startsWith('@') ? packageFolders(path) : [path];
    });
}

const npm = readdirSync(store)
  .flatMap((entry) => packageFolders(join(store, entry, 'node_modules')))
  .map((folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  .map(({ name, version, license }) => ({ name, version, license }));

const debian = (existsSync(dpkg) ? readFileSync(dpkg, 'utf8') : '')
  .split('\n\n')
  .filter((entry) => entry.includes('\nStatus: install ok installed'))
  .map((entry) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(entry)?.[1];
    return {
      name: field('Package'),
      version: field('Version'),
      architecture: field('Architecture'),
    };
  });

console.log(JSON.stringify({ node: process.versions.node, npm, debian }));

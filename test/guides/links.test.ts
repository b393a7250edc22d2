/**
 * Relative links of every Markdown file of the repository lead to a file, and to a heading of it;
 * paths in it, such as those of the glossary, name files.
 */
import { existsSync, globSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './npm-start.ts';

const fences = /```[\s\S]*?```/g;

/** As GitHub names the anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** Links of a file that lead nowhere. */
async function faultsOf(file: string, text: string): Promise<string[]> {
  const links = [...text.replaceAll(fences, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:|^\/|\{\{/.test(link));
  const checked = links.map(async (link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? file : join(dirname(file), path);
    if (!existsSync(join(root, target))) return [`${file}: ${link} is no file`];
    if (anchor === undefined || !target.endsWith('.md')) return [];
    const linked = path === '' ? text : await readFile(join(root, target), 'utf8');
    const headings = [...linked.replaceAll(fences, '').matchAll(/^#+ (.+)$/gm)];
    const isFound = headings.some(([, heading = '']) => anchorOf(heading) === anchor);
    return isFound ? [] : [`${file}: ${link} is no heading`];
  });
  return (await Promise.all(checked)).flat();
}

const folders = /^(?:packages|services|gateway|desk|deploy|test|docs|scripts|clients)\//;
/** Written by commands of the guides, and ignored by git. */
const written = /^deploy\/(?:secrets|maps|kubernetes\/installation)/;

/** Paths in a file that exist neither from the root nor beside it; `*` stands for any name. */
function pathFaultsOf(file: string, text: string): string[] {
  return [...text.replaceAll(fences, '').matchAll(/`([\w@.*/-]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => folders.test(path) && !written.test(path))
    .filter((path) => {
      const places = [path, join(dirname(file), path)];
      return places.every((place) => globSync(place, { cwd: root }).length === 0);
    })
    .map((path) => `${file}: ${path} is no file`);
}

async function documents(): Promise<string[]> {
  const exclude = (name: string) => /(^|\/)(node_modules|\.\w+)$/.test(name);
  const found: string[] = [];
  for await (const file of glob('**/*.md', { cwd: root, exclude })) found.push(file);
  return found;
}

it('links of every guide lead to a page that exists', async () => {
  const files = await documents();
  expect(files.length).toBeGreaterThan(100);
  const faults = files.map(async (file) =>
    faultsOf(file, await readFile(join(root, file), 'utf8')),
  );
  // Templates of pages: their addresses are those of the site.
  expect((await Promise.all(faults)).flat().filter((own) => !own.startsWith('gateway/'))).toEqual(
    [],
  );
});

it('paths name files, but in the changelog, which tells of former ones', async () => {
  const files = (await documents()).filter((file) => file !== 'docs/changelog.md');
  const faults = files.map(async (file) =>
    pathFaultsOf(file, await readFile(join(root, file), 'utf8')),
  );
  expect((await Promise.all(faults)).flat()).toEqual([]);
});

it('paths are found out when they name none', () => {
  const text = '`packages/kit/src` `services/*/src/absent` `gateway/absent.ts` `absent.ts` `src/`';
  expect(pathFaultsOf('CONTRIBUTING.md', text)).toEqual([
    'CONTRIBUTING.md: services/*/src/absent is no file',
    'CONTRIBUTING.md: gateway/absent.ts is no file',
  ]);
});

it('are found out when they do not', async () => {
  const text =
    '# One\n\n[a](absent.md) [b](#one) [c](#two) [d](README.md#absent) [e](https://x.test)';
  expect(await faultsOf('CONTRIBUTING.md', text)).toEqual([
    'CONTRIBUTING.md: absent.md is no file',
    'CONTRIBUTING.md: #two is no heading',
    'CONTRIBUTING.md: README.md#absent is no heading',
  ]);
});

it("the kit's README lists each of its rooms once", async () => {
  const kit = join(root, 'packages/kit');
  const readme = await readFile(join(kit, 'README.md'), 'utf8');
  const [, rooms = ''] = /^## Rooms[^\n]*\n([\s\S]*?)^## /m.exec(readme) ?? [];
  const listed = [...rooms.matchAll(/^\| (.*?) \|/gm)].flatMap(([, names = '']) =>
    names.split(', '),
  );
  const folders = globSync('*/*.ts', { cwd: join(kit, 'src') }).map(dirname);
  const named = listed.map((name) => /^\[(\w+)\]/.exec(name)?.[1] ?? name);
  expect(named.filter((name) => !/^(room|-+)$/.test(name)).toSorted()).toEqual(
    [...new Set(folders)].toSorted(),
  );
});

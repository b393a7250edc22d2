/**
 * Build context of the image: .dockerignore names each workspace package that the entry reaches.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { root } from '../src/build.ts';

const manifest = z.object({
  name: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
});
const packages = new Map(
  globSync('{desk,gateway,services/*,packages/*,deploy/*}/package.json', { cwd: root }).map(
    (file) => {
      const parsed = manifest.parse(JSON.parse(readFileSync(join(root, file), 'utf8')));
      return [parsed.name, { folder: dirname(file), ...parsed }] as const;
    },
  ),
);

/** With everything that it imports, directly or not. */
function reached(name: string, known = new Set<string>()): Set<string> {
  const found = packages.get(name);
  if (!found || known.has(found.folder)) return known;
  known.add(found.folder);
  for (const dependency of Object.keys(found.dependencies)) reached(dependency, known);
  return known;
}

const named = readFileSync(join(root, '.dockerignore'), 'utf8')
  .split('\n')
  .flatMap((line) => (line.startsWith('!') ? [line.slice(1).replace(/\/package\.json$/, '')] : []));

/** READMEs of clients that the documentation site shows as pages. */
const sitePages = readFileSync(join(root, 'gateway/src/site/guides.ts'), 'utf8');
const isPage = (line: string) => line.endsWith('/README.md') && sitePages.includes(`'${line}'`);

it('names the packages of the entry and the pages of the site, and none beside them', () => {
  const folders = [...reached('@svc/process')];
  const isNamed = (folder: string) =>
    named.some((line) => folder === line || folder.startsWith(`${line}/`));
  expect(folders.filter((folder) => !isNamed(folder))).toEqual([]);
  expect(folders.length).toBeGreaterThan(12);
  const needless = named.filter(
    (line) => /^(packages|deploy)\//.test(line) && !folders.includes(line) && !isPage(line),
  );
  expect(needless).toEqual([]);
});

/**
 * Bruno's command line over a collection, from where it was installed: it brings 508 packages and
 * 275 MB, so it is none of this repository's dependencies.
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const itemForm = z.looseObject({ name: z.string() });
const collectionForm = z.looseObject({
  name: z.string(),
  root: z.unknown(),
  items: z.array(itemForm.extend({ root: z.unknown(), items: z.array(itemForm) })),
});

type Stringify = (value: unknown, ...more: unknown[]) => string;
interface FileStore {
  stringifyCollection: Stringify;
  stringifyFolder: Stringify;
  stringifyRequest: Stringify;
}

const resultsForm = z.tuple([
  z.looseObject({
    results: z.array(
      z.looseObject({ name: z.string(), response: z.looseObject({ status: z.unknown() }) }),
    ),
  }),
]);

/** Status by name of each of these requests. */
export async function runBruno(
  given: unknown,
  names: readonly string[],
  { installed, folder, variables }: BrunoRun,
): Promise<Map<string, unknown>> {
  const { root, name, items } = collectionForm.parse(given);
  const bru: FileStore = createRequire(join(installed, 'x.js'))('@usebruno/filestore');
  const form = { format: 'bru' };
  const write = (path: string, text: string) => writeFile(join(folder, path), text);
  await write('bruno.json', JSON.stringify({ version: '1', name, type: 'collection' }));
  await write('collection.bru', bru.stringifyCollection(root, { name }, form));
  for (const [i, group] of items.entries()) {
    await mkdir(join(folder, `${i}`));
    await write(`${i}/folder.bru`, bru.stringifyFolder(group.root, form));
    for (const [n, request] of group.items.entries())
      if (names.includes(request.name))
        await write(`${i}/${n}.bru`, bru.stringifyRequest(request, form));
  }
  const set = Object.entries(variables).flatMap(([key, value]) => ['--env-var', `${key}=${value}`]);
  const program = join(installed, 'node_modules/.bin/bru');
  await promisify(execFile)(program, ['run', '-r', '-o', 'results.json', ...set], { cwd: folder });
  const [{ results }] = resultsForm.parse(
    JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')),
  );
  return new Map(results.map((each) => [each.name, each.response.status]));
}

export interface BrunoRun {
  /** Where `npm install @usebruno/cli` ran. */
  installed: string;
  /** Empty. */
  folder: string;
  variables: Record<string, string>;
}

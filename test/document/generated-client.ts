/** Types and operations of packages/sdk, generated from the documents. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { documentOfBoth } from './documents.ts';
import { redocly } from './tools.ts';

const committed = new URL('../../packages/sdk/src/generated/', import.meta.url).pathname;

const operationForm = z.looseObject({
  parameters: z.array(z.looseObject({ $ref: z.string().optional() })).optional(),
  responses: z.record(z.string(), z.looseObject({ headers: z.unknown() })),
});

/**
 * Without pages and token endpoint, which stand below the server's root, and without headers: the
 * client itself makes keys and reads what answers say of limits.
 */
function clientDocument() {
  const document = documentOfBoth();
  const paths = z.record(z.string(), z.record(z.string(), z.unknown())).parse(document.paths);
  const kept = Object.entries(paths).filter(([, methods]) => methods.servers === undefined);
  return {
    ...document,
    paths: Object.fromEntries(kept.map(([path, methods]) => [path, withoutHeaders(methods)])),
  };
}

const withoutHeaders = (methods: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(methods).map(([method, value]) => {
      const { responses, parameters = [], ...operation } = operationForm.parse(value);
      const others = parameters.filter(({ $ref = '' }) => !$ref.endsWith('IdempotencyKey'));
      const bare = Object.entries(responses).map(([status, { headers: _, ...response }]) => [
        status,
        response,
      ]);
      const described = { parameters: others, responses: Object.fromEntries(bare) };
      return [method, { ...operation, ...described }];
    }),
  );

/** Writes the client below the folder. */
async function generate(folder: string, output: string): Promise<void> {
  const document = join(folder, 'client-document.json');
  await writeFile(document, JSON.stringify(clientDocument()));
  const layout = ['--runtime=module', '--import-ext=ts', '--args-style=grouped'];
  await redocly(['generate-client', document, `--output=${output}/client.ts`, ...layout], folder);
  for (const name of await filesOf(join(output, 'runtime'))) {
    const path = join(output, 'runtime', name);
    // Written for the types of the DOM library, which differ from those of Node in small ways.
    await writeFile(path, `// @ts-nocheck\n${await readFile(path, 'utf8')}`);
  }
}

const filesOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));

export async function writeClient(folder: string): Promise<void> {
  await rm(committed, { recursive: true, force: true });
  await generate(folder, committed.replace(/\/$/, ''));
}

/** Files of the committed client that are not what the document generates. */
export async function clientFaults(folder: string): Promise<string[]> {
  const fresh = join(folder, 'client');
  await generate(folder, fresh);
  const pairs = (await filesOf(fresh)).map(async (name) => {
    const [ours, now] = await Promise.all([
      readFile(join(committed, name), 'utf8').catch(() => ''),
      readFile(join(fresh, name), 'utf8'),
    ]);
    return ours === now
      ? []
      : [`packages/sdk/src/generated/${name}: not of this document; npm run document -- --write`];
  });
  return (await Promise.all(pairs)).flat();
}

/**
 * Writes the types of packages/sdk, which are not committed: before the type check and before packing.
 * Nothing is done where those of this very document are there.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtempDisposable, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { documentOfBoth } from './documents.ts';
import { isStream, type Operation, operationsOf } from './operations.ts';

const target = new URL('../../packages/sdk/src/generated/api.ts', import.meta.url).pathname;

const operationForm = z.looseObject({
  parameters: z.array(z.looseObject({ $ref: z.string().optional() })).default([]),
  responses: z.record(z.string(), z.looseObject({})),
});

/**
 * What a caller sees: no pages and no token endpoint, which stand below the server's root; no keys and
 * headers of answers, which the client makes and reads; no refusals, which it throws.
 */
function clientDocument(): string {
  const document = documentOfBoth();
  const paths = z.record(z.string(), z.record(z.string(), z.unknown())).parse(document.paths);
  const kept = Object.entries(paths)
    .filter(([, methods]) => methods.servers === undefined)
    .map(([path, methods]) => [path, mapValues(methods, forCaller)]);
  return JSON.stringify(
    { ...document, webhooks: undefined, paths: Object.fromEntries(kept) },
    forTypes,
  );
}

const mapValues = <T>(record: Record<string, unknown>, map: (value: unknown) => T) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));

function forCaller(value: unknown) {
  const { parameters, responses, ...operation } = operationForm.parse(value);
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, { headers: _, ...answer }]) => [status, answer]);
  return {
    ...operation,
    parameters: parameters.filter(({ $ref = '' }) => !$ref.endsWith('IdempotencyKey')),
    responses: Object.fromEntries(answers),
  };
}

/** Patterns without a type of their own would be taken for types that nothing is known of. */
const patterns = z.array(z.strictObject({ pattern: z.string() }));

const forTypes = (name: string, value: unknown): unknown =>
  /^examples?$/.test(name) || (name === 'allOf' && patterns.safeParse(value).success)
    ? undefined
    : value;

/** The client as an interface: one method per operation. */
function clientInterface(): string {
  const methods = operationsOf('both').map(
    (operation) => `  /**\n${documentationOf(operation)}\n   */\n  ${methodOf(operation)}`,
  );
  return `import type { Call, Stream, WithBytes } from '../call.ts';

/** One method per operation of the API, named as in its reference. */
export interface CourierClient {
${methods.join('\n')}
}
`;
}

const documentationOf = ({ method, path, summary, description = '' }: Operation): string =>
  `${summary}: ${method} ${path}\n\n${description}`
    .trimEnd()
    .split('\n')
    .map((line) => `   * ${line.replaceAll('*/', '*\\/')}`.trimEnd())
    .join('\n');

function methodOf(operation: Operation): string {
  const { operationId, requestBody } = operation;
  const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  if (isStream(operation)) return `${operationId}: Stream<${name}Data>;`;
  const isJson = requestBody === undefined || 'application/json' in requestBody.content;
  const data = isJson ? `${name}Data` : `WithBytes<${name}Data>`;
  return `${operationId}: Call<${data}, ${name}Responses>;`;
}

async function types(document: string): Promise<string> {
  // Half of the time that it takes to see that there is nothing to do.
  const { createClient } = await import('@hey-api/openapi-ts');
  await using folder = await mkdtempDisposable(join(tmpdir(), 'client-types-'));
  const input = join(folder.path, 'document.json');
  const output = join(folder.path, 'types');
  await writeFile(input, document);
  await createClient({
    input,
    output,
    plugins: ['@hey-api/typescript'],
    logs: { level: 'silent' },
  });
  return onOneLine(await readFile(join(output, 'types.gen.ts'), 'utf8'));
}

/** Comments of one line stand on it: a package a tenth smaller. */
const onOneLine = (source: string): string =>
  source.replaceAll(/\/\*\*\n\s*\* ([^\n]*)\n\s*\*\//g, '/** $1 */');

const document = clientDocument();
const methods = clientInterface();
const generators = ['./client-types.ts', '../package.json'].map((file) =>
  readFile(new URL(file, import.meta.url), 'utf8'),
);
const sources = [document, methods, ...(await Promise.all(generators))];
const stamp = `// ${createHash('sha256').update(sources.join('\n')).digest('hex')}\n`;
const present = await readFile(target, 'utf8').catch(() => '');
if (!present.startsWith(stamp)) {
  await mkdir(dirname(target), { recursive: true });
  // Under its name it is whole.
  await writeFile(`${target}.part`, `${stamp}${methods}\n${await types(document)}`);
  await rename(`${target}.part`, target);
}

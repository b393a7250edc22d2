/** docs/changelog.md: its first section is the difference to the documents that were released last. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  currentDocument,
  documented,
  newPaths,
  releasedDocument,
  withKeyedVariants,
  withoutNewPaths,
} from './documents.ts';
import { redocly } from './tools.ts';

const changelogPath = new URL('../../docs/changelog.md', import.meta.url).pathname;
const next = '## Next release';

const reportForm = z.object({
  changes: z.array(z.object({ path: z.string(), kind: z.string(), impact: z.string() })),
});

/** The whole file, with the section of the next release as it is now. */
export async function changelog(folder: string): Promise<string> {
  const lines = await Promise.all(documented.map((name) => changesOf(name, folder)));
  const committed = await readFile(changelogPath, 'utf8').catch(() => '');
  return changelogText(lines.flat(), committed);
}

/** The entries of the next release, above the sections that the committed file has of earlier ones. */
export function changelogText(lines: readonly string[], committed: string): string {
  const released = releasedSections(committed);
  const entries = [...new Set(lines)].sort();
  const text = entries.length > 0 ? entries.join('\n') : 'No change.';
  return `# Changelog

What clients can see of each release: endpoints, fields, values and parameters. Descriptions are left out. How changes are announced: [versions](versioning.md).

${next}

${text}
${released}`;
}

/** Names the section of the next release by its day, and begins another one. */
export async function releaseChangelog(today: string): Promise<void> {
  await writeFile(changelogPath, releasedText(await readFile(changelogPath, 'utf8'), today));
}

export const releasedText = (text: string, today: string): string =>
  text.replace(next, `${next}\n\nNo change.\n\n## ${today}`);

function releasedSections(text: string): string {
  const [, own = ''] = text.split(next);
  const at = own.indexOf('\n## ');
  return at < 0 ? '' : own.slice(at);
}

async function changesOf(name: (typeof documented)[number], folder: string): Promise<string[]> {
  const file = join(folder, `changelog-${name}.json`);
  const former = join(folder, `changelog-${name}-released.json`);
  const released = await releasedDocument(name);
  const current = currentDocument(name);
  const compared = withoutNewPaths(current, released);
  await writeFile(file, JSON.stringify(withKeyedVariants(compared)));
  await writeFile(former, JSON.stringify(withKeyedVariants(released)));
  const output = join(folder, `diff-${name}.json`);
  const args = ['diff', former, file, '--format=json', `--output=${output}`];
  await redocly([...args, '--fail-on=none'], folder);
  const { changes } = reportForm.parse(JSON.parse(await readFile(output, 'utf8')));
  const added = newPaths(current, released).map((path) => `- ${name}: added \`${path}\``);
  return [...added, ...entriesOf(name, changes)];
}

type Change = z.output<typeof reportForm>['changes'][number];

/** Changes that a client can notice; the comparison calls a mere wording a patch. */
export const entriesOf = (name: string, changes: readonly Change[]): string[] =>
  changes
    .filter(({ impact }) => impact !== 'patch')
    .map(({ path, kind }) => `- ${name}: ${kind} ${placeOf(path)}`);

/** `#/paths/~1jobs/get/parameters/limit` → `` `GET /jobs`: parameters limit ``. */
function placeOf(pointer: string): string {
  const parts = pointer
    .replace(/^#\//, '')
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const [root, path = '', method, ...rest] = parts;
  if (root !== 'paths') return `\`${parts.join(' ')}\``;
  if (method === undefined) return `\`${path}\``;
  const place = rest.filter((part) => !noise.has(part)).join(' ');
  return `\`${method.toUpperCase()} ${path}\`${place && `: ${place}`}`;
}

const noise = new Set(['content', 'application/json', 'schema', 'properties', 'responses']);

/**
 * `npm run document`: checks both OpenAPI documents and what is generated from them: clients, changelog;
 * `-- --write` generates it anew, `-- --release` makes the documents the released ones, with which
 * later ones are compared.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@svc/text/command';
import { z } from 'zod';
import { releaseChangelog } from './changelog.ts';
import { descriptionFaults } from './descriptions.ts';
import {
  currentDocument,
  type Documented,
  documented,
  publishedDocuments,
  releasedDocument,
  releasedPath,
  stillPromised,
  withKeyedVariants,
  withoutNewPaths,
  withoutNewValues,
} from './documents.ts';
import { generatedFileFaults, writeGeneratedFiles } from './generated-files.ts';
import { compare, lint, type Scores, score, spectralFaults } from './tools.ts';

/** Of both scores, for each published document. */
const scoreMin = 90;

const command = {
  name: 'npm run document',
  about:
    'Checks the OpenAPI documents: descriptions, linters, score, and that nothing that was released breaks.',
  options: {
    release: {
      schema: z.boolean().default(false),
      about: 'writes them to docs/openapi as the released ones, after the check',
    },
    write: {
      schema: z.boolean().default(false),
      about: 'generates clients and changelog anew, before the check',
    },
  },
};

await runCommand(command, async ({ values }) => {
  const folder = await mkdtemp(join(tmpdir(), 'document-'));
  try {
    if (values.write) await writeGeneratedFiles(folder);
    const faults = await Promise.all([
      generatedFileFaults(folder),
      ...documented.map((name) => faultsOf(name, folder)),
    ]);
    for (const fault of faults.flat()) process.stderr.write(`${fault}\n`);
    if (faults.flat().length > 0) return 1;
    if (values.release) {
      for (const name of documented) await release(name);
      await releaseChangelog(new Date().toISOString().slice(0, 10));
    }
    return 0;
  } finally {
    await rm(folder, { recursive: true });
  }
});

async function faultsOf(name: Documented, folder: string): Promise<string[]> {
  const document = currentDocument(name);
  const released = stillPromised(name, await releasedDocument(name));
  const former = join(folder, `${name}-released.json`);
  const compared = join(folder, `${name}-compared.json`);
  await writeFile(former, JSON.stringify(withKeyedVariants(released)));
  const kept = withoutNewValues(withoutNewPaths(document, released), released);
  await writeFile(compared, JSON.stringify(withKeyedVariants(kept)));
  const parts = Object.entries(publishedDocuments(name));
  const faults = await Promise.all([
    messageOf(compare(former, compared, folder)),
    ...parts.map(([part, own]) => faultsOfPart(part, own, folder)),
  ]);
  return faults.flat().map((fault) => `${name}: ${fault}`);
}

async function faultsOfPart(part: string, document: object, folder: string): Promise<string[]> {
  const file = join(folder, `${part}.json`);
  await writeFile(file, JSON.stringify(document));
  const [scores, spectral, refused] = await Promise.all([
    score(file, folder),
    spectralFaults(document),
    messageOf(lint(file, folder)),
  ]);
  process.stdout.write(`${part}: ${JSON.stringify(scores)}\n`);
  return [...descriptionFaults(document), ...spectral, ...refused, ...lowScores(part, scores)];
}

function lowScores(part: string, scores: Scores): string[] {
  return Object.entries(scores)
    .filter(([, value]) => value < scoreMin)
    .map(([which, value]) => `${which} of ${part} is ${value}, less than ${scoreMin}`);
}

function messageOf(run: Promise<string>): Promise<string[]> {
  return run.then(
    () => [],
    (error) => [error instanceof Error ? error.message : String(error)],
  );
}

function release(name: Documented): Promise<void> {
  return writeFile(releasedPath(name), `${JSON.stringify(currentDocument(name), null, 1)}\n`);
}

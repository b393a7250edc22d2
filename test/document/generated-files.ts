/** Committed files that follow from the document. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { changelog } from './changelog.ts';
import { goOperations, pythonOperations, typescriptOperations } from './thin-clients.ts';

const root = new URL('../../', import.meta.url).pathname;

/** Text by path below the root of the repository. */
async function generatedFiles(folder: string): Promise<Record<string, string>> {
  return {
    'docs/changelog.md': await changelog(folder),
    'packages/sdk/src/routes.ts': typescriptOperations(),
    'clients/python/svc_courier/operations.py': pythonOperations(),
    'clients/go/operations.go': goOperations(),
  };
}

export async function writeGeneratedFiles(folder: string): Promise<void> {
  for (const [path, text] of Object.entries(await generatedFiles(folder))) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

/** Files that are not what the document generates. */
export async function generatedFileFaults(folder: string): Promise<string[]> {
  const files = Object.entries(await generatedFiles(folder)).map(async ([path, text]) => {
    const committed = await readFile(join(root, path), 'utf8').catch(() => '');
    return committed === text ? [] : [`${path}: not of this document; npm run document -- --write`];
  });
  return (await Promise.all(files)).flat();
}

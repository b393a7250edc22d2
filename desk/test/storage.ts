/** The storage that services and desk share, with the one file that stand-ins name. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';

export const pdf = '%PDF-1.7 of a test';

/** Setting that names it; it is removed after the tests of the file. */
export function useStorage(): { SVC_FILES_URL: string } {
  const folder = mkdtempSync(join(tmpdir(), 'desk-files-'));
  writeFileSync(join(folder, 'invoice.pdf'), pdf);
  afterAll(() => rmSync(folder, { recursive: true }));
  return { SVC_FILES_URL: pathToFileURL(folder).href };
}

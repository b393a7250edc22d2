/** The commands of docs/operations/backup-and-restore.md: the drill runs what the page says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@svc/image/build';

const text = readFileSync(join(root, 'docs/operations/backup-and-restore.md'), 'utf8');

/** The first group of the one place of the page that has this form. */
function only(form: RegExp): string {
  const found = [...text.matchAll(form)];
  const [, script] = found[0] ?? [];
  if (found.length !== 1 || script === undefined) {
    throw new Error(`the page of restores has ${found.length} places of ${form}`);
  }
  return script;
}

export const page = {
  baseBackup: only(/compose exec postgres sh -c '([^']+)'/g),
  restore: only(/--entrypoint sh postgres -c '([^']+)' restore/g),
  /** Settings of the recovery, for a moment with its time zone. */
  recovery: (moment: string): string[] =>
    [...text.matchAll(/^ +"(re\w+ = .*)"/gm)].flatMap(([line]) =>
      [...line.matchAll(/"(\w+ = '[^']*')"/g)].map(([, setting = '']) =>
        setting.replace('$MOMENT', moment),
      ),
    ),
  copyFiles: only(/deploy_files:\/files:ro [^']+ -c '([^']+)'/g),
  restoreFiles: only(/deploy_files:\/files [^']+ -c '([^']+)'/g),
};

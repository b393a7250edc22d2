/** The commands of docs/operations/backup-and-restore.md: the drill runs what the page says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@svc/image/build';

const text = readFileSync(join(root, 'docs/operations/backup-and-restore.md'), 'utf8');

/** The first group of the one line of the page that has this form. */
function only(form: RegExp): string {
  const found = [...text.matchAll(form)];
  const [, command] = found[0] ?? [];
  if (found.length !== 1 || command === undefined) {
    throw new Error(`the page of restores has ${found.length} lines of ${form}`);
  }
  return command;
}

/** A service of compose.yaml and what it runs. */
type Run = [service: string, ...command: string[]];
const take: Run = ['backup', only(/^compose run --rm backup (take)$/gm)];
const restore = only(/^ +compose run --rm --no-deps backup (restore) "\$MOMENT"$/gm);
const fetch: Run = ['copy', only(/^compose run --rm copy '([^']+)'$/gm)];

export const page = { take, restore: (moment: string): Run => ['backup', restore, moment], fetch };

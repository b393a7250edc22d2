/** Step runner: claims one due file, runs its step, retries failures with backoff. */

import { retryAt } from '../domain/file.ts';
import { claimFile, type FileRecord, postponeFile } from '../store/files.ts';
import { bookRows } from './book-rows.ts';
import type { ExchangeDependencies } from './exchange-dependencies.ts';
import { parseFile } from './parse-file.ts';
import { archiveFile, readInboundFile } from './read-inbound.ts';
import { writeAnswers } from './write-answers.ts';

/** Lease of a claimed file, ms; after a crash another replica takes over. */
const claimMs = 30_000;

/** Runs the step that is due longest. False when none is due. */
export async function processNextFile(deps: ExchangeDependencies): Promise<boolean> {
  const { transaction, log, clock, inSpan } = deps.context;
  const until = (now: Date) => new Date(now.getTime() + claimMs);
  const file = await transaction(({ db, now }) => claimFile(db, { now, until: until(now) }));
  if (!file) return false;
  const touch = async () => {
    const due_at = until(clock.now());
    await transaction(({ db }) => postponeFile(db, file, { attempts: file.attempts, due_at }));
  };
  try {
    const span = { name: `file ${file.step}`, kind: 'internal' } as const;
    await inSpan(span, () => runStep(deps, file, touch));
  } catch (err) {
    const { id, step } = file;
    const attempts = file.attempts + 1;
    log.warn({ err, file_id: id, step, attempts }, 'step of a file failed');
    await transaction(({ db, now }) =>
      postponeFile(db, file, { attempts, due_at: retryAt(attempts, now) }),
    );
  }
  return true;
}

async function runStep(
  deps: ExchangeDependencies,
  file: FileRecord,
  touch: () => Promise<void>,
): Promise<void> {
  switch (file.step) {
    case 'moving':
      return archiveFile(deps, file);
    case 'reading':
      return readInboundFile(deps, file);
    case 'parsing':
      return parseFile(deps, file);
    case 'booking':
      return bookRows(deps, file, touch);
    case 'answering':
      return writeAnswers(deps, file);
    case 'answered':
      return undefined;
  }
}

/** Carries one file one step further. */
import { answer } from './answering.ts';
import { book, parse } from './booking.ts';
import { retryAt } from './domain/file.ts';
import { read, take } from './reading.ts';
import { claimFile, type FileRecord, postponeFile } from './store/files.ts';
import type { Tools } from './tools.ts';

/** A process that dies leaves its files to others after this long. */
const claimMs = 30_000;

/** Does the step that is due. False when none is. */
export async function carryNext(tools: Tools): Promise<boolean> {
  const { transaction, log, clock } = tools.context;
  const until = (now: Date) => new Date(now.getTime() + claimMs);
  const file = await transaction(({ db, now }) => claimFile(db, { now, until: until(now) }));
  if (!file) return false;
  const touch = async () => {
    const due_at = until(clock.now());
    await transaction(({ db }) => postponeFile(db, file, { attempts: file.attempts, due_at }));
  };
  try {
    await stepOf(tools, file, touch);
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

async function stepOf(tools: Tools, file: FileRecord, touch: () => Promise<void>): Promise<void> {
  switch (file.step) {
    case 'taking':
      return take(tools, file);
    case 'reading':
      return read(tools, file);
    case 'parsing':
      return parse(tools, file);
    case 'booking':
      return book(tools, file, touch);
    case 'answering':
      return answer(tools, file);
    case 'answered':
      return undefined;
  }
}

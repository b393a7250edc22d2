/** Archiving and reading steps: inbound folder → archive folder → file storage. */
import { createHash } from 'node:crypto';
import type { Fault } from '@svc/contracts';
import type { SftpSession } from '../adapters/sftp/session.ts';
import {
  archivePath,
  folders,
  restartsMax,
  restartsUsual,
  sizeMax,
  statSnapshot,
  storageKeyOf,
} from '../domain/file.ts';
import { advanceFile, claimContent, deleteUnmovedFile, type FileRecord } from '../store/files.ts';
import { getUsername } from '../store/wholesalers.ts';
import type { ExchangeDependencies } from './exchange-dependencies.ts';
import { repeatedReads } from './metrics.ts';
import { refuseFile } from './refuse-file.ts';

type FileKey = Pick<FileRecord, 'tenant_id' | 'id' | 'dc' | 'name'>;

/**
 * Write-ahead intent, then an atomic rename: a crash in between loses nothing, because the step is
 * retried. An intent whose file is in neither folder is deleted: another intent moved that file.
 */
export async function moveToArchive(
  { context: { transaction } }: ExchangeDependencies,
  session: SftpSession,
  file: FileKey,
): Promise<void> {
  const archived = archivePath(file);
  const isMoved = await session.move(`${folders(file.dc).inbound}/${file.name}`, archived);
  const isIn = isMoved || (await session.stat(archived)) !== undefined;
  await transaction(async ({ db, now }) => {
    if (isIn) await advanceFile(db, file, { from: 'moving', to: 'reading', now });
    else await deleteUnmovedFile(db, file);
  });
}

export async function archiveFile(deps: ExchangeDependencies, file: FileRecord): Promise<void> {
  const username = await getUsername(deps.context.db, file.tenant_id);
  await deps.sftpPool.withSession(username, (session) => moveToArchive(deps, session, file));
}

const whole = (code: string, message: string): Fault => ({ column: '', code, message });

const unstable = whole(
  'unstable',
  `it changed ${restartsMax} times after it came: upload it under another name, then rename it`,
);

type ReadResult = { stat: string; size: number } & ({ bytes: Buffer } | { fault: Fault });

/** Stores the bytes before the step advances, then detects duplicates by SHA-256. */
export async function readInboundFile(deps: ExchangeDependencies, file: FileRecord): Promise<void> {
  const { storage, context } = deps;
  if (file.restarts > restartsUsual) context.metrics.of.counter(repeatedReads).inc();
  const found = file.source === 'sftp' ? await download(deps, file) : await loadStored(deps, file);
  const { stat, size } = found;
  const from = 'reading';
  if ('fault' in found) {
    const { fault } = found;
    const more = { stat, size, answered_at: null };
    await context.transaction((trx) => refuseFile(trx, file, { from, fault, more }));
    return;
  }
  const sha256 = createHash('sha256').update(found.bytes).digest('hex');
  if (file.answered_at && sha256 === file.sha256) {
    // These bytes were answered already, and the answer stands.
    await context.transaction(({ db, now }) =>
      advanceFile(db, file, { from, to: 'answered', now, more: { stat } }),
    );
    return;
  }
  if (file.source === 'sftp') await storage.put(storageKeyOf(file), found.bytes, 'text/csv');
  await context.transaction(async (trx) => {
    const more = { stat, size, sha256, answered_at: null };
    if (file.restarts >= restartsMax) {
      await refuseFile(trx, file, { from, fault: unstable, more });
      return;
    }
    const isNew = (await claimContent(trx.db, file, sha256)) === file.id;
    if (isNew) {
      const transition = {
        from,
        to: 'parsing',
        now: trx.now,
        more: { ...more, faults: [] },
      } as const;
      await advanceFile(trx.db, file, transition);
      return;
    }
    const fault = whole('duplicate_file', 'the same bytes came before');
    await refuseFile(trx, file, { from, fault, more });
  });
}

async function loadStored(
  { storage }: ExchangeDependencies,
  file: FileRecord,
): Promise<ReadResult> {
  const bytes = Buffer.from(await storage.get(storageKeyOf(file)));
  return { stat: '', size: bytes.length, bytes };
}

/** Optimistic read: equal stat snapshots before and after, otherwise the step fails and is retried. */
async function download(
  { context, sftpPool }: ExchangeDependencies,
  file: FileRecord,
): Promise<ReadResult> {
  const username = await getUsername(context.db, file.tenant_id);
  return sftpPool.withSession(username, async (session) => {
    const path = archivePath(file);
    const before = await session.stat(path);
    if (!before) return { stat: '', size: 0, fault: whole('malformed', 'it was removed') };
    const { size } = before;
    const stat = statSnapshot(before);
    if (before.kind !== 'file')
      return { stat, size, fault: whole('malformed', 'not a regular file') };
    if (size > sizeMax) {
      return { stat, size: capped(size), fault: whole('too_large', 'more than 10 MiB') };
    }
    const bytes = await session.read(path);
    const after = await session.stat(path);
    if (!after || statSnapshot(after) !== stat || bytes.length !== size) throw new StillChanging();
    return { stat, size, bytes };
  });
}

/** Clamped to the maximum of a PostgreSQL `integer`. */
const capped = (size: number): number => Math.min(size, 2 ** 31 - 1);

class StillChanging extends Error {
  constructor() {
    super('the file changed while it was read');
  }
}

/** From the inbound folder into the archive, and from there into file storage. */
import { createHash } from 'node:crypto';
import type { Fault } from '@svc/contracts';
import { archivePath, folders, lookOf, sizeMax } from './domain/file.ts';
import type { SftpSession } from './sftp.ts';
import { advanceFile, dropFile, type FileRecord, firstWithContent } from './store/files.ts';
import { getUsername } from './store/wholesalers.ts';
import type { Tools } from './tools.ts';

type Key = Pick<FileRecord, 'tenant_id' | 'id' | 'dc' | 'name'>;

export const storageKeyOf = ({ tenant_id, id }: Pick<FileRecord, 'tenant_id' | 'id'>): string =>
  `wholesale/${tenant_id}/${id}`;

/**
 * Whoever moves it has it. The intent was written down before, so a crash in between loses nothing;
 * an intent whose file is neither here nor there is void, because another one moved it.
 */
export async function moveIn(
  { context: { transaction } }: Tools,
  session: SftpSession,
  file: Key,
): Promise<void> {
  const archived = archivePath(file);
  const isMoved = await session.move(`${folders(file.dc).inbound}/${file.name}`, archived);
  const isIn = isMoved || (await session.look(archived)) !== undefined;
  await transaction(async ({ db, now }) => {
    if (isIn) await advanceFile(db, file, { from: 'taking', to: 'reading', now });
    else await dropFile(db, file);
  });
}

export async function take(tools: Tools, file: FileRecord): Promise<void> {
  const username = await getUsername(tools.context.db, file.tenant_id);
  await tools.sessions.use(username, (session) => moveIn(tools, session, file));
}

const whole = (code: string, message: string): Fault[] => [{ column: '', code, message }];

type Read = { look: string; size: number } & ({ bytes: Buffer } | { faults: Fault[] });

/** Its bytes are kept under a key before anything is made of them. */
export async function read(tools: Tools, file: FileRecord): Promise<void> {
  const { storage, context } = tools;
  const found = file.source === 'sftp' ? await fetch(tools, file) : await kept(tools, file);
  const { look, size } = found;
  if ('faults' in found) {
    await context.transaction(({ db, now }) => {
      const more = { look, size, faults: found.faults };
      return advanceFile(db, file, { from: 'reading', to: 'answering', now, more });
    });
    return;
  }
  if (file.source === 'sftp') await storage.put(storageKeyOf(file), found.bytes, 'text/csv');
  const sha256 = createHash('sha256').update(found.bytes).digest('hex');
  await context.transaction(async ({ db, now }) => {
    const isNew = (await firstWithContent(db, file, sha256)) === file.id;
    const faults = isNew ? [] : whole('duplicate_file', 'the same bytes came before');
    const to = isNew ? 'parsing' : 'answering';
    const more = { look, size, sha256, faults };
    await advanceFile(db, file, { from: 'reading', to, now, more });
  });
}

async function kept({ storage }: Tools, file: FileRecord): Promise<Read> {
  const bytes = Buffer.from(await storage.get(storageKeyOf(file)));
  return { look: '', size: bytes.length, bytes };
}

/** Only what did not change while it was read counts; otherwise it is read again later. */
async function fetch({ context, sessions }: Tools, file: FileRecord): Promise<Read> {
  const username = await getUsername(context.db, file.tenant_id);
  return sessions.use(username, async (session) => {
    const path = archivePath(file);
    const before = await session.look(path);
    if (!before) return { look: '', size: 0, faults: whole('malformed', 'it was removed') };
    const { size } = before;
    const look = lookOf(before);
    if (before.kind !== 'file')
      return { look, size, faults: whole('malformed', 'not a regular file') };
    if (size > sizeMax) {
      return { look, size: capped(size), faults: whole('too_large', 'more than 10 MiB') };
    }
    const bytes = await session.read(path);
    const after = await session.look(path);
    if (!after || lookOf(after) !== look || bytes.length !== size) throw new StillChanging();
    return { look, size, bytes };
  });
}

/** Sizes beyond what the column holds say no more than that. */
const capped = (size: number): number => Math.min(size, 2 ** 31 - 1);

class StillChanging extends Error {
  constructor() {
    super('the file changed while it was read');
  }
}

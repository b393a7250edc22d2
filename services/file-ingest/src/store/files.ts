import type { Fault } from '@svc/contracts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Step } from '../domain/file.ts';
import type { Tables } from './schema.ts';

export type FileRecord = Selectable<Tables['file']>;
export type NewFile = Pick<FileRecord, 'id' | 'dc' | 'name' | 'step' | 'source' | 'look'>;

/** False when the same file is about to be taken already. */
export async function insertFile(
  db: Kysely<Tables>,
  tenant: string,
  { now, ...file }: NewFile & { now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('file')
    .values({
      tenant_id: tenant,
      ...file,
      received_at: now,
      faults: sql`'[]'`,
      attempts: 0,
      due_at: now,
    })
    .onConflict((on) =>
      on.columns(['tenant_id', 'dc', 'name']).where('step', '=', sql.lit('taking')).doNothing(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The file whose step is due longest. Until `until` it is the caller's. */
export async function claimFile(
  db: Kysely<Tables>,
  { now, until }: { now: Date; until: Date },
): Promise<FileRecord | undefined> {
  const { rows } = await sql<FileRecord>`
    update file f set due_at = ${until} from (
      select tenant_id, id from file where due_at <= ${now}
       order by due_at limit 1 for update skip locked) due
     where f.tenant_id = due.tenant_id and f.id = due.id
    returning f.*`.execute(db);
  return rows[0];
}

export interface Progress {
  from: Step;
  to: Step;
  now: Date;
  more?: Partial<Pick<FileRecord, 'look' | 'size' | 'sha256' | 'answered_at' | 'edi'>> & {
    faults?: readonly Fault[];
  };
}

/**
 * False when the file has left that step already: somebody else was quicker. One that came to the same
 * step again with another look was read again: what was done of its first reading counts no more.
 */
export async function advanceFile(
  db: Kysely<Tables>,
  { tenant_id, id, look }: Pick<FileRecord, 'tenant_id' | 'id'> & { look?: string | null },
  { from, to, now, more: { faults, ...more } = {} }: Progress,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('file')
    .set({
      step: to,
      attempts: 0,
      due_at: to === 'answered' ? null : now,
      ...more,
      ...(faults && { faults: sql`${JSON.stringify(faults)}` }),
    })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .where('step', '=', from)
    .$if(look !== undefined, (q) => q.where('look', 'is not distinct from', look ?? null))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function postponeFile(
  db: Kysely<Tables>,
  { tenant_id, id }: Pick<FileRecord, 'tenant_id' | 'id'>,
  { attempts, due_at }: { attempts: number; due_at: Date },
): Promise<void> {
  await db
    .updateTable('file')
    .set({ attempts, due_at })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .where('step', '<>', 'answered')
    .execute();
}

/** A claim that came to nothing: the file was gone before it could be taken. */
export async function dropFile(
  db: Kysely<Tables>,
  { tenant_id, id }: Pick<FileRecord, 'tenant_id' | 'id'>,
): Promise<void> {
  await db
    .deleteFrom('file')
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .where('step', '=', 'taking')
    .execute();
}

/** Files that were read and came since; more of them may still come in. */
export const listReadSince = (
  db: Kysely<Tables>,
  tenant: string,
  since: Date,
): Promise<Pick<FileRecord, 'id' | 'look'>[]> =>
  db
    .selectFrom('file')
    .select(['id', 'look'])
    .where('tenant_id', '=', tenant)
    .where('received_at', '>=', since)
    .where('source', '=', 'sftp')
    .where('step', 'not in', ['taking', 'reading'])
    .execute();

/** It is read and answered once more; rows that were booked stay booked. */
export async function readAgain(
  db: Kysely<Tables>,
  tenant: string,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await db
    .updateTable('file')
    .set({ step: 'reading', attempts: 0, due_at: now, answered_at: null, faults: sql`'[]'` })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('step', '<>', 'taking')
    .execute();
}

/** The file that first had these bytes in this centre: it, from now on, if none had. */
export async function firstWithContent(
  db: Kysely<Tables>,
  { tenant_id, dc, id }: Pick<FileRecord, 'tenant_id' | 'dc' | 'id'>,
  sha256: string,
): Promise<string> {
  await db
    .insertInto('content')
    .values({ tenant_id, dc, sha256, file_id: id })
    .onConflict((on) => on.doNothing())
    .execute();
  const { file_id } = await db
    .selectFrom('content')
    .select('file_id')
    .where('tenant_id', '=', tenant_id)
    .where('dc', '=', dc)
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow();
  return file_id;
}

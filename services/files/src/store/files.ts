/** Files as rows: claims by lease, compare-and-set of their steps. */
import type { Fault } from '@svc/contracts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { FileStep } from '../domain/file.ts';
import type { Tables } from './schema.ts';

export type FileRecord = Selectable<Tables['file']>;
export type NewFile = Pick<FileRecord, 'id' | 'dc' | 'name' | 'step' | 'source' | 'stat'>;

/** False when a file of this name is already in step `moving`. */
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
      on.columns(['tenant_id', 'dc', 'name']).where('step', '=', sql.lit('moving')).doNothing(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Claims the file whose step is due longest, with a lease until `until`. */
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

export interface StepTransition {
  from: FileStep;
  to: FileStep;
  now: Date;
  more?: Partial<
    Pick<
      FileRecord,
      'stat' | 'size' | 'sha256' | 'answered_at' | 'edi' | 'restarts' | 'awaited_stat' | 'due_at'
    >
  > & { faults?: readonly Fault[] };
}

/**
 * Compare-and-set on step and stat snapshot. False when another replica advanced the file, or when the
 * file was restarted with another snapshot: results of its first reading are then discarded.
 */
export async function advanceFile(
  db: Kysely<Tables>,
  { tenant_id, id, stat }: Pick<FileRecord, 'tenant_id' | 'id'> & { stat?: string | null },
  { from, to, now, more: { faults, ...more } = {} }: StepTransition,
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
    .$if(stat !== undefined, (q) => q.where('stat', 'is not distinct from', stat ?? null))
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

/** Deletes an intent whose file disappeared before it was moved. */
export async function deleteUnmovedFile(
  db: Kysely<Tables>,
  { tenant_id, id }: Pick<FileRecord, 'tenant_id' | 'id'>,
): Promise<void> {
  await db
    .deleteFrom('file')
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .where('step', '=', sql.lit('moving'))
    .execute();
}

/** Files without an answer to what they hold now; the index of due files holds them alone. */
export async function readUnanswered(
  db: Kysely<Tables>,
): Promise<{ n: number; oldest: Date | null }> {
  const { rows } = await sql<{ n: number; oldest: Date | null }>`
    select count(*)::int as n, min(coalesce(restarted_at, received_at)) as oldest from file
     where due_at is not null and answered_at is null`.execute(db);
  return rows[0] ?? { n: 0, oldest: null };
}

/** Files from SFTP that arrived since then, were read, and were not restarted too often. */
export const listReadSince = (
  db: Kysely<Tables>,
  tenant: string,
  { since, restartsMax }: { since: Date; restartsMax: number },
): Promise<Pick<FileRecord, 'id' | 'stat' | 'restarts'>[]> =>
  db
    .selectFrom('file')
    .select(['id', 'stat', 'restarts'])
    .where('tenant_id', '=', tenant)
    .where('received_at', '>=', since)
    .where('restarts', '<', restartsMax)
    .where('source', '=', 'sftp')
    .where('step', 'not in', ['moving', 'reading'])
    .execute();

/** Restarts a file at `reading`; booked rows stay booked, and its answer stands until it differs. */
export async function restartReading(
  db: Kysely<Tables>,
  tenant: string,
  { id, now, due_at }: { id: string; now: Date; due_at: Date },
): Promise<void> {
  await db
    .updateTable('file')
    .set({
      ...{ step: 'reading', attempts: 0, due_at },
      ...{ restarts: sql`restarts + 1`, restarted_at: now },
    })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('step', '<>', 'moving')
    .execute();
}

/** Claims the content for the file unless another has it; returns the id of the owner. */
export async function claimContent(
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

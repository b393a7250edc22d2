import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

export interface WitnessRecord {
  name: string;
  /** Size of the last checkpoint that it cosigned; null if it never did. */
  size: number | null;
  away_since: Date | null;
  fault: string | null;
}

export async function listWitnessStates(db: Kysely<Tables>): Promise<WitnessRecord[]> {
  const rows = await db.selectFrom('witness').selectAll().orderBy('name').execute();
  return rows.map((row) => ({ ...row, size: row.size === null ? null : Number(row.size) }));
}

export async function listCosigners(
  db: Kysely<Tables>,
  size: number,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('cosignature')
    .select('witness')
    .where('size', '=', sql<string>`${size}::bigint`)
    .execute();
  return new Set(rows.map(({ witness }) => witness));
}

export async function insertCosignature(
  db: Kysely<Tables>,
  cosignature: { size: number; witness: string; line: string },
): Promise<void> {
  await db
    .insertInto('cosignature')
    .values(cosignature)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** `away_since` stays that of the first failure in a row. */
export async function saveWitness(db: Kysely<Tables>, state: WitnessRecord): Promise<void> {
  await db
    .insertInto('witness')
    .values(state)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        size: state.size,
        fault: state.fault,
        away_since:
          state.away_since && sql<Date>`coalesce(witness.away_since, ${state.away_since})`,
      }),
    )
    .execute();
}

/** For a log that is restarted empty. */
export async function deleteWitnessStates(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('witness').execute();
}

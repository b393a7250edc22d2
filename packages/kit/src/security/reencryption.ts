/**
 * Re-encryption: brings everything that a service has encrypted under the current secret, so that
 * older ones can be dropped from `SVC_SECRET`. Runs concurrently with requests: each row is changed
 * separately, and only if it still holds what was read.
 */
import { escapeIdentifier, type Pool } from 'pg';
import { partitionsOf } from '../database/daily-table.ts';
import { kyselyOver } from '../database/kysely.ts';
import { decrypt, encrypt } from './encryption.ts';
import { currentKeyId } from './key-ring.ts';

/** A column that holds encrypted texts. */
export interface EncryptedColumn {
  table: string;
  column: string;
  purpose: string;
  /** Only rows for which this SQL condition holds. */
  where?: string;
  /** The plain text of what is stored otherwise, e.g. a keyed hash; by default such rows are left. */
  plainOf?: (stored: string, secrets: string) => string;
}

export interface ReencryptionResult {
  column: string;
  changed: number;
  /** Texts under a secret that is not there. */
  unreadable: number;
}

/** Rows per statement. */
const batchMax = 500;

export async function reencrypt(
  pool: Pool,
  columns: readonly EncryptedColumn[],
  secrets: string,
): Promise<ReencryptionResult[]> {
  const results: ReencryptionResult[] = [];
  for (const column of columns) {
    const result = { column: `${column.table}.${column.column}`, changed: 0, unreadable: 0 };
    for (const table of await partitionsOf(kyselyOver(pool), [column.table])) {
      const { changed, unreadable } = await reencryptColumn(pool, { ...column, table }, secrets);
      result.changed += changed;
      result.unreadable += unreadable;
    }
    results.push(result);
  }
  return results;
}

/** Re-encrypts one table, or partition: rows are read by their places. */
async function reencryptColumn(pool: Pool, described: EncryptedColumn, secrets: string) {
  const { table, column, where = 'true' } = described;
  const [from, text] = [escapeIdentifier(table), escapeIdentifier(column)];
  const result = { changed: 0, unreadable: 0 };
  let after = '(0,0)';
  for (;;) {
    // Ordered by physical place: new versions of rows come later, and hold the current key's id.
    const { rows } = await pool.query<{ place: string; stored: string }>(
      `select ctid::text as place, ${text} as stored from ${from}
        where ctid > $1::tid and ${text} is not null and ${text} not like $2 and ${where}
        order by ctid limit ${batchMax}`,
      [after, `v1.%.${currentKeyId(secrets)}`],
    );
    for (const { place, stored } of rows) {
      const plain = plainText(described, stored, secrets);
      if (plain === undefined) {
        result.unreadable += 1;
        continue;
      }
      const { rowCount } = await pool.query(
        `update ${from} set ${text} = $1 where ctid = $2::tid and ${text} = $3`,
        [encrypt(secrets, described.purpose, plain), place, stored],
      );
      result.changed += rowCount ?? 0;
    }
    const last = rows.at(-1);
    if (!last) return result;
    after = last.place;
  }
}

function plainText(
  { purpose, plainOf }: EncryptedColumn,
  stored: string,
  secrets: string,
): string | undefined {
  try {
    const isEncrypted = stored.startsWith('v1.');
    return isEncrypted || !plainOf ? decrypt(secrets, purpose, stored) : plainOf(stored, secrets);
  } catch {
    return undefined;
  }
}

/**
 * Claims of the outbox: a row whose `stream_seq` is set claims that the stream holds its event
 * under that number. To repeat an event is to withdraw its claim: the relay publishes it again.
 */
import type { Pool } from 'pg';

/** Rows per statement: well within the statement timeout, also on a slow disk. */
export const claimBatch = 5_000;

export interface Claim {
  stream_seq: number;
  event_id: string;
  published_at: Date;
}

/** Withdraws a claim; the count gives the repeated event a fresh message id. */
const withdraw = 'set published_at = null, stream_seq = null, repeats = repeats + 1';

interface ClaimRow extends Omit<Claim, 'stream_seq'> {
  stream_seq: string;
}

/** The highest claim in a range of numbers, ends included. */
export async function highestClaim(
  pool: Pool,
  range: { from: number; to: number; except?: readonly number[]; since?: Date },
): Promise<Claim | undefined> {
  const { rows } = await pool.query<ClaimRow>({
    name: 'kit-claim-highest',
    text: `select stream_seq, event_id, published_at from outbox
            where stream_seq between $1 and $2 and stream_seq <> all ($3::bigint[])
              and published_at > $4
            order by stream_seq desc limit 1`,
    values: [range.from, range.to, range.except ?? [], range.since ?? new Date(0)],
  });
  const [row] = rows;
  return row && { ...row, stream_seq: Number(row.stream_seq) };
}

/** Every number there is. */
export const allNumbers = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** Rows that are committed later have higher ids. */
export async function highestId(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'select coalesce(max(id), 0) as id from outbox',
  );
  return rows[0]?.id ?? '0';
}

/**
 * Withdraws the next claims of a range, in order of number, of rows up to an id. Returns how many,
 * and the number to continue from.
 */
export async function withdrawRange(
  pool: Pool,
  range: { from: number; to: number; since?: Date; upToId: string },
): Promise<{ count: number; next: number }> {
  const { rows } = await pool.query<{ count: string; last: string | null }>(
    `with claim as materialized (
       select id, stream_seq from outbox
        where stream_seq between $1 and $2 and published_at > $3 and id <= $4
        order by stream_seq limit $5
     ), withdrawn as (
       update outbox ${withdraw} where id = any (array(select id from claim))
     )
     select count(*), max(stream_seq) as last from claim`,
    [range.from, range.to, range.since ?? new Date(0), range.upToId, claimBatch],
  );
  return { count: Number(rows[0]?.count), next: Number(rows[0]?.last ?? range.to) + 1 };
}

/** Withdraws claims to these numbers, except those of `ids`. */
export async function withdrawNumbers(
  pool: Pool,
  numbers: readonly number[],
  ids: readonly string[] = [],
): Promise<number> {
  const { rowCount } = await pool.query(
    `update outbox ${withdraw}
      where stream_seq = any ($1::bigint[]) and id <> all ($2::bigint[])`,
    [numbers, ids],
  );
  return rowCount ?? 0;
}

/** Withdraws the claims of these rows; what is not published is on its way without that. */
export async function withdrawRows(pool: Pool, ids: readonly string[]): Promise<number> {
  const { rowCount } = await pool.query(
    `update outbox ${withdraw} where id = any ($1::bigint[]) and published_at is not null`,
    [ids],
  );
  return rowCount ?? 0;
}

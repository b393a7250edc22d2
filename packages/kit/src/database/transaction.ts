import { Duplex } from 'node:stream';
import type { Pool, PoolClient, QueryResult } from 'pg';

export interface SqlStatement {
  text: string;
  values: unknown[];
  /** Prepared under this name, once per connection. */
  name?: string;
}

export interface TransactionParts<T> {
  /** Sent together with BEGIN, in one round trip, and awaited before the work. */
  openings?: SqlStatement[];
  /** Its `endings` are sent together with COMMIT; a failing one rolls back all. */
  work: (
    client: PoolClient,
    opened: QueryResult[],
  ) => Promise<{ result: T; endings?: SqlStatement[] }>;
}

/** BEGIN, `work`, COMMIT on one connection; ROLLBACK when anything throws. */
export async function inTransaction<T>(pool: Pool, parts: TransactionParts<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const { openings = [] } = parts;
    const opening =
      openings.length > 0 ? sendTogether(client, [begin, ...openings]) : beginWithFirst(client);
    const [, ...opened] = openings.length > 0 ? await opening : [];
    const { result, endings = [] } = await parts.work(client, opened);
    await opening;
    const closing = await sendTogether(client, [...endings, commit]);
    // Postgres replies ROLLBACK to COMMIT after a failed statement.
    if (closing.at(-1)?.command !== 'COMMIT') throw new Error('the transaction was rolled back');
    return result;
  } catch (error) {
    broken = await rollback(client);
    throw error;
  } finally {
    // A connection whose rollback failed is destroyed instead of reused.
    client.release(broken);
  }
}

/** BEGIN, corked until the next tick: sent in one write with the first statement of the work. */
function beginWithFirst(client: PoolClient): Promise<QueryResult[]> {
  const release = cork(client);
  const sent = Promise.all([client.query(begin)]);
  // A failure also fails the work's own statements; this promise is awaited before COMMIT.
  sent.catch(() => undefined);
  setImmediate(release);
  return sent;
}

const begin: SqlStatement = { text: 'begin', values: [] };
const commit: SqlStatement = { text: 'commit', values: [] };

/** One round trip. Awaits every result, also after a failure, so that nothing stays in flight. */
async function sendTogether(
  client: PoolClient,
  statements: SqlStatement[],
): Promise<QueryResult[]> {
  const release = cork(client);
  const sent = statements.map((statement) => client.query(statement));
  release();
  await Promise.allSettled(sent);
  return Promise.all(sent);
}

/** Corks the socket until released: many statements, one write. */
function cork(client: PoolClient): () => void {
  const connection: unknown = 'connection' in client ? client.connection : undefined;
  if (typeof connection !== 'object' || connection === null) return () => undefined;
  const stream: unknown = 'stream' in connection ? connection.stream : undefined;
  if (!(stream instanceof Duplex)) return () => undefined;
  stream.cork();
  return () => stream.uncork();
}

async function rollback(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error('rollback failed');
  }
}

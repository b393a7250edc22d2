import { Duplex } from 'node:stream';
import type { Pool, PoolClient, QueryResult } from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
  /** Prepared under this name, once per connection. */
  name?: string;
}

export interface TransactionParts<T> {
  /** Sent together with BEGIN, in one round trip, and awaited before the work. */
  openings?: Statement[];
  /** Its `endings` are sent together with COMMIT; one that fails rolls all back. */
  work: (
    client: PoolClient,
    opened: QueryResult[],
  ) => Promise<{ result: T; endings?: Statement[] }>;
}

/** BEGIN, `work`, COMMIT on one connection; ROLLBACK when anything throws. */
export async function inTransaction<T>(pool: Pool, parts: TransactionParts<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const { openings = [] } = parts;
    const opening = openings.length > 0 ? together(client, [begin, ...openings]) : begun(client);
    const [, ...opened] = openings.length > 0 ? await opening : [];
    const { result, endings = [] } = await parts.work(client, opened);
    await opening;
    const closing = await together(client, [...endings, commit]);
    // After a failed statement the server answers COMMIT with ROLLBACK.
    if (closing.at(-1)?.command !== 'COMMIT') throw new Error('the transaction was rolled back');
    return result;
  } catch (error) {
    broken = await rollback(client);
    throw error;
  } finally {
    // A connection that could not roll back is thrown away, not reused.
    client.release(broken);
  }
}

/** BEGIN, in one write with the first statement of the work if that comes at once. */
function begun(client: PoolClient): Promise<QueryResult[]> {
  const release = hold(client);
  const sent = Promise.all([client.query(begin)]);
  // Whoever works notices as well that the connection is gone; it is awaited before COMMIT.
  sent.catch(() => undefined);
  setImmediate(release);
  return sent;
}

const begin: Statement = { text: 'begin', values: [] };
const commit: Statement = { text: 'commit', values: [] };

/** One round trip. Waits for every answer, also after a failure, so that nothing stays in flight. */
async function together(client: PoolClient, statements: Statement[]): Promise<QueryResult[]> {
  const release = hold(client);
  const sent = statements.map((statement) => client.query(statement));
  release();
  await Promise.allSettled(sent);
  return Promise.all(sent);
}

/** Keeps what is written until released: many statements, one write to the socket. */
function hold(client: PoolClient): () => void {
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

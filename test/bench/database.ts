/** Connections of a bench to the database it measures. */
import pg from 'pg';

/** Statements of the bench itself are not counted. */
export function ownerPool(url: string, max = 2): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    options: '-c pg_stat_statements.track=none',
  });
  // The server may end first, when a failed bench is being stopped: that must not hide the cause.
  pool.on('error', () => undefined);
  return pool;
}

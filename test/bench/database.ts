/** Connections of a bench to the database it measures. */
import pg from 'pg';

/** One connection for one piece of work; closed whether the work succeeds or fails. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  options = '',
): Promise<T> {
  const client = new pg.Client({ connectionString: url, options });
  // The server may end first, when a failed bench is being stopped: that must not hide the cause.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function ownerPool(url: string, max = 2): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  pool.on('error', () => undefined);
  return pool;
}

/** A database of a test file's own, there before its first test and gone after its last. */
import { randomBytes } from 'node:crypto';
import { createDatabase, dropDatabases } from '@svc/devnet';
import { Pool } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';

export function emptyDatabase(schema = '') {
  const name = `t${randomBytes(6).toString('hex')}`;
  let url = '';
  let pool: Pool | undefined;
  const owner = () => {
    if (!pool) throw new Error('the database is there from the first test on');
    return pool;
  };
  beforeAll(async () => {
    url = await createDatabase(inject('postgresUrl'), name);
    pool = new Pool({ connectionString: url, max: 2 });
    // Dropping the database at the end cuts connections that are still closing.
    pool.on('error', () => undefined);
    await pool.query(schema);
  });
  afterAll(async () => {
    await pool?.end();
    await dropDatabases(inject('postgresUrl'), name);
  });
  const query = async (sql: string, values: unknown[] = []) =>
    (await owner().query(sql, values)).rows;
  return { name, url: () => url, owner, query };
}

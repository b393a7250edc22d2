/**
 * Plans of the statements of a test on tables that are new: no row is found by part of a key
 * (docs/architecture/data.md).
 */
import { Client } from 'pg';
import type { HostedService } from '../host/hosted-service.ts';
import { createTestDatabase, type TestDatabaseOptions } from './database.ts';
import { partialLookups, preparedStatements, type SchemaStatement } from './plans.ts';

/** Pools and texts that tests of this process have planned. */
const planned = new Set<string>();

/** Prepared statements of these services that no test of this process has planned. */
export async function unplannedStatements(
  services: readonly HostedService[],
): Promise<SchemaStatement[]> {
  const found: SchemaStatement[] = [];
  for (const { definition, runtime } of services) {
    for (const pool of ['write', 'read'] as const) {
      const texts = await preparedStatements([runtime.pools[pool]]);
      for (const text of texts.filter((each) => !planned.has(`${pool} ${each}`))) {
        planned.add(`${pool} ${text}`);
        const schema = definition.contract.name;
        found.push({ schema, text, isPlannedOnce: pool === 'write' });
      }
    }
  }
  return found;
}

/** Throws where one of these statements finds rows by part of a key. */
export async function requireWholeKeys(
  statements: readonly SchemaStatement[],
  options: TestDatabaseOptions,
): Promise<void> {
  if (statements.length === 0) return;
  const empty = await createTestDatabase(options);
  const client = new Client({ connectionString: empty.url });
  await client.connect();
  const found: string[] = [];
  for (const statement of statements) {
    const partial = await partialLookups(client, statement);
    if (partial.length > 0)
      found.push(`${statement.schema}: ${partial.join(', ')}\n${statement.text}`);
  }
  await client.end();
  await empty.drop();
  if (found.length > 0) throw new Error(`by part of a key:\n${found.join('\n\n')}`);
}

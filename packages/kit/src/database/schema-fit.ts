/** Whether the schema in the database has what this version of a service needs. */
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError, type Pool } from 'pg';
import type { Logger } from '../observability/log.ts';
import type { Migration } from './migration.ts';
import { isConnectionFailure } from './pool.ts';
import { kitMigrations } from './tables.ts';

const retryMs = 1_000;

/**
 * Throws if a migration of this version was not applied. An unknown migration belongs to a newer
 * version and is accepted: processes of both versions run during an upgrade. Waits while the server
 * is unavailable.
 */
export async function checkSchemaFit(
  pool: Pool,
  { service, migrations }: { service: string; migrations: readonly Migration[] },
  log: Logger,
): Promise<void> {
  const applied = await appliedMigrations(pool, log);
  const missing = [...kitMigrations, ...migrations]
    .map(({ name }) => name)
    .filter((name) => !applied.has(name));
  if (missing.length === 0) return;
  throw new Error(
    `The schema ${service} is older than this version and lacks migrations: ` +
      `${missing.join(', ')}. Run "migrate" of this version first.`,
  );
}

async function appliedMigrations(pool: Pool, log: Logger): Promise<ReadonlySet<string>> {
  for (;;) {
    try {
      const { rows } = await pool.query<{ name: string }>('select name from migration');
      return new Set(rows.map(({ name }) => name));
    } catch (err) {
      if (isAbsent(err)) return new Set();
      if (!isConnectionFailure(err)) throw err;
      log.warn({ err }, 'postgres is unavailable; the schema check is retried');
      await pause(retryMs);
    }
  }
}

/** No table (42P01), or one of a version before this check, which the role may not read (42501). */
const isAbsent = (error: unknown): boolean =>
  error instanceof DatabaseError && ['42P01', '42501'].includes(error.code ?? '');

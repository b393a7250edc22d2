/**
 * Batches that processes of the version before accepted and did not store yet. Goes with the next
 * release, see `migrations/0013-plain-readings.sql`.
 */
import { type Kysely, sql } from 'kysely';
import type { StoredReading } from '../domain/telemetry/stored-reading.ts';
import { storedColumns } from './readings.ts';
import type { Tables } from './schema.ts';

/** A provider with pending batches. */
export async function findPendingProvider(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from pending_batch limit 1`.execute(db);
  return rows[0]?.provider_id;
}

/** Takes the pending batches of a provider that is locked, once the flush of another is over. */
export async function takePendingReadings(
  db: Kysely<Tables>,
  providerId: string,
): Promise<StoredReading[]> {
  await sql`select pg_advisory_xact_lock(hashtext('flush-readings'))`.execute(db);
  const { rows } = await sql<StoredReading>`
    with taken as (delete from pending_batch where provider_id = ${providerId} returning readings)
    select ${storedColumns} from taken t cross join lateral decode_readings(t.readings)`.execute(
    db,
  );
  return rows;
}

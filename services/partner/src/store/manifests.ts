import { type Kysely, sql } from 'kysely';
import { existingManifest, type ManifestRecord, type Scan } from '../domain/manifest.ts';
import type { Tables } from './schema.ts';

export async function insertManifest(
  db: Kysely<Tables>,
  tenant: string,
  { specimens, ...manifest }: ManifestRecord,
): Promise<void> {
  await db
    .insertInto('manifest')
    .values({ ...manifest, tenant_id: tenant, specimens: JSON.stringify(specimens) })
    .execute();
}

export async function getManifest(
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<ManifestRecord> {
  return existingManifest(
    await db
      .selectFrom('manifest')
      .selectAll()
      .where('tenant_id', '=', tenant)
      .where('id', '=', id)
      .executeTakeFirst(),
  );
}

export type ManifestTarget = { job_id: string } | { route_id: string; run_on: string };

/** Advisory lock per target until the transaction ends: manifests and collections are serialized. */
export async function lockTarget(
  db: Kysely<Tables>,
  tenant: string,
  target: ManifestTarget,
): Promise<void> {
  const key = JSON.stringify([tenant, target]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
}

/** In any status, of all these jobs and runs. */
export async function listManifests(
  db: Kysely<Tables>,
  tenant: string,
  targets: readonly ManifestTarget[],
): Promise<Pick<ManifestRecord, 'specimens'>[]> {
  if (targets.length === 0) return [];
  return db
    .selectFrom('manifest')
    .select('specimens')
    .where('tenant_id', '=', tenant)
    .where(({ or, and }) => or(targets.map((target) => and(target))))
    .execute();
}

/** Locked: a manifest is compared once. */
export function lockOpenManifests(
  db: Kysely<Tables>,
  tenant: string,
  target: ManifestTarget,
): Promise<ManifestRecord[]> {
  const open = db
    .selectFrom('manifest')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('status', '=', sql.lit('open'))
    .orderBy('id')
    .forUpdate();
  const ofTarget =
    'job_id' in target
      ? open.where('job_id', '=', target.job_id)
      : open.where('route_id', '=', target.route_id).where('run_on', '=', target.run_on);
  return ofTarget.execute();
}

export async function closeManifests(
  db: Kysely<Tables>,
  tenant: string,
  {
    ids,
    ...outcome
  }: Pick<ManifestRecord, 'status' | 'scanned_count'> & { ids: readonly string[] },
): Promise<void> {
  await db
    .updateTable('manifest')
    .set(outcome)
    .where('tenant_id', '=', tenant)
    .where('id', 'in', [...ids])
    .execute();
}

/** Idempotent. Kept for manifests that arrive after the courier. */
export async function insertCollection(
  db: Kysely<Tables>,
  tenant: string,
  { job_id, collected_at, ...scan }: Scan & { job_id: string; collected_at: Date },
): Promise<void> {
  const barcodes = scan.barcodes && JSON.stringify(scan.barcodes);
  await db
    .insertInto('collection')
    .values({ tenant_id: tenant, job_id, collected_at, ...scan, barcodes })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const listCollections = (
  db: Kysely<Tables>,
  tenant: string,
  jobIds: readonly string[],
): Promise<(Scan & { job_id: string })[]> =>
  jobIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('collection')
        .select(['job_id', 'parcels_scanned', 'barcodes'])
        .where('tenant_id', '=', tenant)
        .where('job_id', 'in', [...jobIds])
        .orderBy('collected_at')
        .execute();

/** Deletes at most `batch` collections, of any tenant, from before `cutoff`. */
export async function purgeCollections(
  db: Kysely<Tables>,
  cutoff: Date,
  batch: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from collection where ctid = any (array(
      select ctid from collection where collected_at < ${cutoff} order by collected_at limit ${batch}))`.execute(
    db,
  );
  return Number(numAffectedRows);
}

import { type Kysely, sql } from 'kysely';
import type { ProofFileRecord } from '../domain/file.ts';
import type { Tables } from './schema.ts';

export async function insertFile(
  db: Kysely<Tables>,
  tenant: string,
  file: ProofFileRecord,
): Promise<void> {
  await db
    .insertInto('proof_file')
    .values({ tenant_id: tenant, ...file })
    .execute();
}

/** Takes no tenant: the carrier is not the job's tenant, and job ids are unique across tenants. */
export const listFilesOfJob = (db: Kysely<Tables>, jobId: string): Promise<ProofFileRecord[]> =>
  listFilesOfJobs(db, [jobId]);

export const listFilesOfJobs = (
  db: Kysely<Tables>,
  jobIds: readonly string[],
): Promise<(ProofFileRecord & { job_id: string })[]> =>
  db
    .selectFrom('proof_file')
    .selectAll()
    .where(sql<boolean>`job_id = any(${jobIds}::text[])`)
    .orderBy('id')
    .execute();

export interface LinkedFile extends Pick<ProofFileRecord, 'storage_key' | 'media_type'> {
  link_version: number;
}

/** Takes no tenant: the signed link is the authorization. */
export const findLinkedFile = (db: Kysely<Tables>, id: string): Promise<LinkedFile | undefined> =>
  db
    .selectFrom('proof_file')
    .select(['storage_key', 'media_type', 'link_version'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Version of the links of each file, by file id. */
export async function listLinkVersions(
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<ReadonlyMap<string, number>> {
  const files = await db
    .selectFrom('proof_file')
    .select(['id', 'link_version'])
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .execute();
  return new Map(files.map(({ id, link_version }) => [id, link_version]));
}

/** Photos among the ids, of any tenant. */
export const listPhotoVersions = (
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<{ id: string; link_version: number }[]> =>
  db
    .selectFrom('proof_file')
    .select(['id', 'link_version'])
    .where('id', 'in', ids.length > 0 ? ids : [''])
    .where('kind', '=', 'photo')
    .execute();

/** Revokes all links to the files of a job by raising their version. */
export async function revokeFileLinks(
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<void> {
  await db
    .updateTable('proof_file')
    .set((eb) => ({ link_version: eb('link_version', '+', 1) }))
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .execute();
}

export async function deleteFiles(
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<void> {
  await db
    .deleteFrom('proof_file')
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .execute();
}

/** Totals over all files of the tenant, maintained by triggers. */
export async function getStorageUse(
  db: Kysely<Tables>,
  tenant: string,
): Promise<{ files: number; bytes: number }> {
  const found = await db
    .selectFrom('file_usage')
    .select(['files', 'bytes'])
    .where('tenant_id', '=', tenant)
    .executeTakeFirst();
  return { files: Number(found?.files ?? 0), bytes: Number(found?.bytes ?? 0) };
}

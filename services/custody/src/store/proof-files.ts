import type { Kysely } from 'kysely';
import type { ProofFile } from '../domain/file.ts';
import type { Tables } from './schema.ts';

export async function insertFile(
  db: Kysely<Tables>,
  tenant: string,
  file: ProofFile,
): Promise<void> {
  await db
    .insertInto('proof_file')
    .values({ tenant_id: tenant, ...file })
    .execute();
}

/** Asked for the carrier, who knows the job but is not its tenant. Job ids are unique across tenants. */
export const listFilesOfJob = (db: Kysely<Tables>, jobId: string): Promise<ProofFile[]> =>
  db.selectFrom('proof_file').selectAll().where('job_id', '=', jobId).orderBy('id').execute();

export interface LinkedFile extends Pick<ProofFile, 'storage_key' | 'media_type'> {
  link_version: number;
}

/** Whosever it is: a signed link is the right to open it. */
export const findLinkedFile = (db: Kysely<Tables>, id: string): Promise<LinkedFile | undefined> =>
  db
    .selectFrom('proof_file')
    .select(['storage_key', 'media_type', 'link_version'])
    .where('id', '=', id)
    .executeTakeFirst();

/** By file id. */
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

/** No link to a file of the job opens any more. */
export async function endLinks(db: Kysely<Tables>, tenant: string, jobId: string): Promise<void> {
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

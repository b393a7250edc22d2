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

/** Whosever it is: a signed link is the right to open it. */
export const findLinkedFile = (
  db: Kysely<Tables>,
  id: string,
): Promise<Pick<ProofFile, 'storage_key' | 'media_type'> | undefined> =>
  db
    .selectFrom('proof_file')
    .select(['storage_key', 'media_type'])
    .where('id', '=', id)
    .executeTakeFirst();

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

import type { Kysely } from 'kysely';
import type { ProofRecord } from '../domain/proof.ts';
import type { Tables } from './schema.ts';

const column = (idOrRef: string) => (idOrRef.startsWith('SVC-') ? 'ref' : 'job_id');

export const findProof = (
  db: Kysely<Tables>,
  tenant: string,
  idOrRef: string,
): Promise<ProofRecord | undefined> =>
  db
    .selectFrom('proof')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where(column(idOrRef), '=', idOrRef)
    .executeTakeFirst();

export async function insertProof(
  db: Kysely<Tables>,
  tenant: string,
  proof: ProofRecord,
): Promise<void> {
  await db
    .insertInto('proof')
    .values({ tenant_id: tenant, ...proof })
    .execute();
}

/**
 * Erases recipient, salt and file ids; without the salt the chain's commitment cannot be guessed.
 */
export async function eraseRecipient(
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<void> {
  await db
    .updateTable('proof')
    .set({ recipient: '', salt: '', signature_file_id: null, photo_file_id: null })
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .execute();
}

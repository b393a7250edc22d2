import { type Kysely, sql } from 'kysely';
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

export async function insertProofs(
  db: Kysely<Tables>,
  proofs: readonly Tables['proof'][],
): Promise<void> {
  await sql`
    insert into proof (tenant_id, job_id, ref, recipient, salt, otp_verified, id_check,
                       signature_file_id, photo_file_id, delivered_at)
    select tenant_id, job_id, ref, recipient, salt, otp_verified, id_check, signature_file_id,
           photo_file_id, delivered_at
      from json_to_recordset(${JSON.stringify(proofs)}) as proof(
             tenant_id text, job_id text, ref text, recipient text, salt text,
             otp_verified boolean, id_check text, signature_file_id text, photo_file_id text,
             delivered_at timestamptz)`.execute(db);
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

import type { Kysely } from 'kysely';
import type { CustodyClients } from '../define.ts';
import { type ProofRecord, requireProof } from '../domain/proof.ts';
import { findProof } from '../store/proofs.ts';
import type { Tables } from '../store/schema.ts';
import { waitForDelivery } from './projection-barrier.ts';

/**
 * A proof by the id or reference of its job; waits for the projection if the job was just
 * delivered.
 */
export async function getProof(
  id: string,
  { db, tenant, clients }: { db: Kysely<Tables>; tenant: string; clients: CustodyClients },
): Promise<ProofRecord> {
  const known = await findProof(db, tenant, id);
  if (!known) await waitForDelivery(db, await clients.jobs.locate({ id }));
  return requireProof(known ?? (await findProof(db, tenant, id)));
}

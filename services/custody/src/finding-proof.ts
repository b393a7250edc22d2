import type { Kysely } from 'kysely';
import { waitForDelivery } from './caught-up.ts';
import type { Asked } from './define.ts';
import { filedProof, type Proof } from './domain/proof.ts';
import { findProof } from './store/proofs.ts';
import type { Tables } from './store/schema.ts';

/** By the id or reference of its job; of a job that was just delivered after a moment. */
export async function getProof(
  id: string,
  { db, tenant, clients }: { db: Kysely<Tables>; tenant: string; clients: Asked },
): Promise<Proof> {
  const known = await findProof(db, tenant, id);
  if (!known) await waitForDelivery(db, await clients.jobs.locate({ id }));
  return filedProof(known ?? (await findProof(db, tenant, id)));
}

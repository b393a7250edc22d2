import { waitForDelivery } from '../caught-up.ts';
import { query } from '../define.ts';
import { filedProof, toPod } from '../domain/proof.ts';
import { fileUrl } from '../links.ts';
import { findProof } from '../store/proofs.ts';

export const pod = query('pod', async ({ id }, { db, tenant, clients, now, config }) => {
  const known = await findProof(db, tenant, id);
  if (!known) await waitForDelivery(db, await clients.jobs.locate({ id }));
  const proof = filedProof(known ?? (await findProof(db, tenant, id)));
  return toPod(proof, {
    signature_url: fileUrl(proof.signature_file_id, now, config),
    photo_url: fileUrl(proof.photo_file_id, now, config),
  });
});

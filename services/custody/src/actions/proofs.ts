import { commitment, newSalt } from '../adapters/chain-hash.ts';
import { deleteImages } from '../adapters/image-storage.ts';
import { command, query } from '../define.ts';
import { shortLifeSeconds } from '../domain/file-link.ts';
import { erasureEntry } from '../domain/log-entry.ts';
import { endedWithoutProof, toOpenedProof, toPod } from '../domain/proof.ts';
import { findHead } from '../store/chain.ts';
import { eraseFreeTexts } from '../store/free-texts.ts';
import { deleteFiles, listFilesOfJob } from '../store/proof-files.ts';
import { eraseRecipient, findProof } from '../store/proofs.ts';
import { createFileLinks } from '../workflows/file-links.ts';
import { getProof } from '../workflows/get-proof.ts';
import { locateDelivered, openPart } from '../workflows/open-proof.ts';

export const pod = query('pod', async ({ id }, context) => {
  const proof = await getProof(id, context);
  return toPod(proof, await createFileLinks(proof, shortLifeSeconds, context));
});

/** Proof of any tenant's job. The audit log records that it was opened, not what was seen. */
export const openProofForDesk = command('openProofForDesk', {
  gather: ({ id }, context) => locateDelivered(id, context),
  handle: async ({ part }, context) => {
    const { proof, file, links } = await openPart(part, context);
    const { storage_key = '', media_type = '' } = file ?? {};
    return { ...toPod(proof, links), file: file && { storage_key, media_type } };
  },
});

/** For programs: a link in place of the file. */
export const openProof = command('openProof', {
  gather: ({ id }, context) => locateDelivered(id, context),
  handle: async ({ part }, context) => {
    const { proof, links } = await openPart(part, context);
    return toOpenedProof(proof, { part, links });
  },
});

/** Files are deleted before their rows, so that a retry after a crash completes the erasure. */
export const eraseProof = command('eraseProof', {
  gather: async ({ id }, { db, tenant, clients, config }) => {
    const known = await findProof(db, tenant, id);
    const job_id = known?.job_id ?? endedWithoutProof(await clients.jobs.locate({ id }));
    const files = await listFilesOfJob(db, job_id);
    await deleteImages(
      files.map(({ storage_key }) => storage_key),
      config,
    );
    return { job_id };
  },
  handle: async (_input, { db, tenant, now, emit, gathered: { job_id } }) => {
    await eraseRecipient(db, tenant, job_id);
    await eraseFreeTexts(db, tenant, job_id);
    await deleteFiles(db, tenant, job_id);
    const head = await findHead(db, tenant, { jobId: job_id });
    const chain = commitment(head?.log_salt ?? newSalt(), job_id);
    emit('log_entries.submitted', { entries: [erasureEntry(chain, now)] }, {});
    emit('proof.erased', { job_id, erased_at: now.toISOString() }, {}, { jobId: job_id });
    return { job_id };
  },
});

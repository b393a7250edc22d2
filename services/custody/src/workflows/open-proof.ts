/** Opens a part of the proof of a job of any tenant. The audit log has that, and not what was seen. */
import { Refusal } from '@svc/kit/refusal';
import type { Kysely } from 'kysely';
import type { CustodyClients, CustodyCommandContext } from '../define.ts';
import { shortLifeSeconds } from '../domain/file-link.ts';
import { fileIdOf, type ProofPart, requireProof } from '../domain/proof.ts';
import { listFilesOfJob } from '../store/proof-files.ts';
import { findProof } from '../store/proofs.ts';
import type { Tables } from '../store/schema.ts';
import { createFileLinks } from './file-links.ts';
import { waitForDelivery } from './projection-barrier.ts';

type OpenContext = Pick<CustodyCommandContext, 'db' | 'now' | 'config' | 'recordChange'> & {
  gathered: Awaited<ReturnType<typeof locateDelivered>>;
};

/** Waits for the projection if the job was just delivered. */
export async function locateDelivered(
  id: string,
  { db, clients }: { db: Kysely<Tables>; clients: CustodyClients },
) {
  const job = await clients.jobs.locateForDesk({ id });
  await waitForDelivery(db, job);
  return job;
}

export async function openPart(part: ProofPart, { gathered: job, ...context }: OpenContext) {
  const { db, now, config, recordChange } = context;
  const { id: object, tenant_id: tenant } = job;
  const proof = requireProof(await findProof(db, tenant, job.id));
  const fileId = fileIdOf(proof, part);
  const files = fileId === null ? [] : await listFilesOfJob(db, job.id);
  const file = files.find((each) => each.id === fileId) ?? null;
  if (part !== 'document' && !file) throw missingFile(part);
  recordChange({ object, tenant, after: { opened: part } });
  const links = await createFileLinks(proof, shortLifeSeconds, { db, tenant, now, config });
  return { proof, file, links };
}

const missingFile = (part: string): Refusal =>
  new Refusal('file_not_found', `No ${part} was taken, or it is erased.`);

/** Proof-of-delivery (POD) files: one per delivered order, written to the outbound folder. */
import { writeCsv } from '../adapters/csv.ts';
import { writeDeliveryReport } from '../adapters/edifact.ts';
import type { SftpSession } from '../adapters/sftp/session.ts';
import { type ProofOfDelivery, podName, podTable } from '../domain/answer.ts';
import { folders, retryAt } from '../domain/file.ts';
import { claimPod, findEdiSender, type PodRecord, updatePod } from '../store/pods.ts';
import { getUsername } from '../store/wholesalers.ts';
import type { ExchangeDependencies } from './exchange-dependencies.ts';

/** Lease of a claimed proof, ms; after a crash another replica takes over. */
const claimMs = 30_000;

/** Places the POD file that is due. False when none is. */
export async function placeNextProof(deps: ExchangeDependencies): Promise<boolean> {
  const { transaction, log } = deps.context;
  const pod = await transaction(({ db, now }) =>
    claimPod(db, { now, until: new Date(now.getTime() + claimMs) }),
  );
  if (!pod) return false;
  try {
    const name = await placeProof(deps, pod);
    await transaction(({ db, now }) =>
      updatePod(db, pod, { name, due_at: null, placed_at: pod.placed_at ?? now }),
    );
  } catch (err) {
    log.warn({ err, job_id: pod.job_id, attempts: pod.attempts }, 'placing a proof file failed');
    const attempts = pod.attempts + 1;
    await transaction(({ db, now }) =>
      updatePod(db, pod, { attempts, due_at: retryAt(attempts, now) }),
    );
  }
  return true;
}

async function placeProof(deps: ExchangeDependencies, pod: PodRecord): Promise<string> {
  const { db } = deps.context;
  const proof = await loadProof(deps, pod);
  const name = podName(proof);
  const path = `${folders(pod.dc).outbound}/${name}`;
  const username = await getUsername(db, pod.tenant_id);
  const edi = await findEdiSender(db, pod.tenant_id, pod);
  const table = writeCsv(podTable(proof));
  await deps.sftpPool.withSession(username, async (session) => {
    if (pod.erased_at && pod.name) {
      await rewriteErasedProof(session, path, table);
      return;
    }
    if (edi) await session.place(path.replace(/csv$/, 'edi'), writeDeliveryReport(proof, edi));
    await session.place(path, table);
  });
  return name;
}

/** A POD file that the wholesaler has fetched and removed is not placed again. */
async function rewriteErasedProof(
  session: SftpSession,
  path: string,
  bytes: Buffer,
): Promise<void> {
  const found = await session.stat(path);
  if (found?.kind !== 'file') return;
  if (bytes.equals(await session.read(path))) return;
  await session.place(path, bytes);
}

/** Custody stores the proof shortly after the delivery; until then its refusal is retried. */
async function loadProof(
  { context }: ExchangeDependencies,
  pod: PodRecord,
): Promise<ProofOfDelivery> {
  const { custody, jobs } = context.clientsOf(pod.tenant_id);
  const id = pod.job_id;
  const [job, proof, certificate, links] = await Promise.all([
    jobs.get({ id }),
    custody.pod({ id }),
    custody.certificate({ id }),
    custody.longLinks({ id }),
  ]);
  return {
    order_id: pod.order_id,
    reference: job.reference,
    job_ref: job.ref,
    delivered_at: proof.delivered_at,
    recipient: proof.recipient,
    seal: job.seal ?? '',
    seal_url: certificate.verify_url,
    signature_url: links.signature_url ?? '',
    photo_url: links.photo_url ?? '',
    chain_hash: certificate.custody.chain_hash,
  };
}

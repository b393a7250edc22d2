/** Proof-of-delivery files, one per delivered order. */
import { writeCsv } from './csv.ts';
import { type Pod, podName, podTable } from './domain/answer.ts';
import { folders, retryAt } from './domain/file.ts';
import { writeDelivered } from './edi.ts';
import { claimPod, findEdiSender, type PodRecord, savePod } from './store/pods.ts';
import { getUsername } from './store/wholesalers.ts';
import type { Tools } from './tools.ts';

/** A process that dies, or cannot write that it failed, leaves its proof to others after this long. */
const claimMs = 30_000;

/** Writes the one that is due. False when none is. */
export async function placeNextPod(tools: Tools): Promise<boolean> {
  const { transaction, log } = tools.context;
  const pod = await transaction(({ db, now }) =>
    claimPod(db, { now, until: new Date(now.getTime() + claimMs) }),
  );
  if (!pod) return false;
  try {
    const name = await place(tools, pod);
    await transaction(({ db, now }) => savePod(db, pod, { name, due_at: null, placed_at: now }));
  } catch (err) {
    log.warn({ err, job_id: pod.job_id, attempts: pod.attempts }, 'proof file not placed');
    const attempts = pod.attempts + 1;
    await transaction(({ db, now }) =>
      savePod(db, pod, { attempts, due_at: retryAt(attempts, now) }),
    );
  }
  return true;
}

async function place(tools: Tools, pod: PodRecord): Promise<string> {
  const { db } = tools.context;
  const proof = await gather(tools, pod);
  const name = podName(proof);
  const path = `${folders(pod.dc).outbound}/${name}`;
  const username = await getUsername(db, pod.tenant_id);
  const edi = await findEdiSender(db, pod.tenant_id, pod);
  await tools.sessions.use(username, async (session) => {
    if (edi) await session.place(path.replace(/csv$/, 'edi'), writeDelivered(proof, edi));
    await session.place(path, writeCsv(podTable(proof)));
  });
  return name;
}

/** Custody files the proof a moment after the delivery: until then it says no, and we come again. */
async function gather({ context }: Tools, pod: PodRecord): Promise<Pod> {
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

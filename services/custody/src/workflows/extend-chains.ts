/** Applies the events of many jobs to their chains, in a few statements for all of them. */
import type { CustodyFact, Envelope, proofFact } from '@svc/contracts';
import { apiUrl } from '@svc/kit/settings';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { commitment } from '../adapters/chain-hash.ts';
import type { CustodyWriteContext } from '../define.ts';
import { type ChainKey, commitHandover } from '../domain/chain.ts';
import { listSealed, popHeldExcursions } from '../store/cold-chain.ts';
import { popHeldReceptions } from '../store/held-receptions.ts';
import { listFilesOfJobs } from '../store/proof-files.ts';
import { insertProofs } from '../store/proofs.ts';
import type { Tables } from '../store/schema.ts';
import {
  chainKeyOf,
  extendChain,
  type OpenChain,
  openChains,
  saveChains,
} from './append-events.ts';
import { issueCertificates } from './issue-certificate.ts';
import { issueColdChainCertificate } from './issue-cold-chain-certificate.ts';
import { type LogSubmission, submitToLog } from './log-submission.ts';

interface Delivery {
  ref: string;
  proof: z.infer<typeof proofFact>;
  /** Salt of the commitment to the recipient's name. */
  salt: string;
  delivered_at: Date;
  /** Whether a certificate of the cold chain will follow. */
  cold_chain_expected: boolean;
}

/** The fact that one event of a job adds to its chain. */
export interface ChainChange extends ChainKey {
  event: Envelope;
  context: CustodyWriteContext;
  fact: CustodyFact;
  delivery: Delivery | undefined;
}
type Handover = ChainChange & { delivery: Delivery };

/** Changes in the order of each job, of which a delivery is the last one. */
export async function extendChains(
  db: Kysely<Tables>,
  changes: readonly ChainChange[],
): Promise<void> {
  const deliveries = changes.filter(isHandover);
  const delivered = new Set(deliveries.map(chainKeyOf));
  const chains = await openChains(db, changes, (job) => delivered.has(chainKeyOf(job)));
  const held = await popHeld(db, { chains, changes, deliveries });
  const logged: LogSubmission[] = [];
  for (const change of changes) {
    const chain = chainOf(chains, change);
    const isFirst = chain.head.seq === 0;
    const fact = isHandover(change) ? handoverOf(change, held.files) : change.fact;
    const after = isHandover(change) ? held.receptions : isFirst ? held.excursions : nothingHeld;
    const facts = [fact, ...(after.get(chainKeyOf(change)) ?? []).map((each) => each.fact)];
    const entries = facts.flatMap((each) => extendChain(chain, each));
    logged.push({ context: change.context, entries });
  }
  await saveChains(db, chains.values());
  if (deliveries.length > 0) logged.push(...(await certify(db, deliveries, chains)));
  submitToLog(logged);
}

const isHandover = (change: ChainChange): change is Handover => change.delivery !== undefined;

type HeldFacts = ReadonlyMap<string, readonly { fact: CustodyFact }[]>;
const nothingHeld: HeldFacts = new Map();

interface Batch {
  chains: ReadonlyMap<string, OpenChain>;
  changes: readonly ChainChange[];
  deliveries: readonly Handover[];
}

/**
 * The facts that were held back until these changes, by chain: excursions until the first event,
 * receptions until the hand-over; and the files that a hand-over commits to, by job.
 */
async function popHeld(db: Kysely<Tables>, { chains, changes, deliveries }: Batch) {
  const firsts = new Map(changes.toReversed().map((change) => [chainKeyOf(change), change]));
  const begun = [...firsts.values()].filter(
    (change) => !isHandover(change) && chainOf(chains, change).head.seq === 0,
  );
  const excursions = begun.length > 0 ? await popHeldExcursions(db, begun) : [];
  const ids = deliveries.map(({ job_id }) => job_id);
  const receptions = ids.length > 0 ? await popHeldReceptions(db, deliveries) : [];
  const files = ids.length > 0 ? await listFilesOfJobs(db, ids) : [];
  return {
    excursions: Map.groupBy(excursions, chainKeyOf),
    receptions: Map.groupBy(receptions, chainKeyOf),
    files: Map.groupBy(files, ({ job_id }) => job_id),
  };
}

function chainOf(chains: ReadonlyMap<string, OpenChain>, key: ChainKey): OpenChain {
  const chain = chains.get(chainKeyOf(key));
  if (!chain) throw new Error(`the chain of ${key.job_id} is not open`);
  return chain;
}

function handoverOf(
  { fact, job_id, delivery: { proof, salt } }: Handover,
  files: ReadonlyMap<string, readonly { id: string; sha256: string }[]>,
): CustodyFact {
  const recipient_commitment = commitment(salt, proof.recipient);
  return commitHandover(fact, { ...proof, recipient_commitment, files: files.get(job_id) ?? [] });
}

/**
 * Files the proofs of chains that are complete, and issues their certificates; returns what is to
 * be logged.
 */
async function certify(
  db: Kysely<Tables>,
  deliveries: readonly Handover[],
  chains: ReadonlyMap<string, OpenChain>,
): Promise<LogSubmission[]> {
  await insertProofs(
    db,
    deliveries.map(({ tenant_id, job_id, delivery: { ref, proof, salt, delivered_at } }) => ({
      ...{ tenant_id, job_id, ref, salt, delivered_at },
      ...proof,
    })),
  );
  for (const { job_id, delivery, context } of deliveries) {
    const pod_url = `${apiUrl(context.config)}/jobs/${job_id}/pod`;
    context.emit('pod.available', { job_id, ref: delivery.ref, pod_url }, {}, { jobId: job_id });
  }
  const logged = await issueCertificates(
    db,
    deliveries.map(({ context, event, ...change }) => {
      const { stored = [], added } = chainOf(chains, change);
      const { ref, cold_chain_expected } = change.delivery;
      const job = { job_id: change.job_id, ref, completed_at: event.created_at };
      const certified = { ...job, cold_chain: null, cold_chain_expected };
      return { context, certified, stored: [...stored, ...added] };
    }),
  );
  const sealed = new Set((await listSealed(db, deliveries)).map(chainKeyOf));
  for (const { context, event } of deliveries.filter((each) => sealed.has(chainKeyOf(each)))) {
    await issueColdChainCertificate(context, event);
  }
  return logged;
}

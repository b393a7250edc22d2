/**
 * The chain of a job of any tenant, with what its verification finds, for programs of the carrier: by
 * the verifier that outsiders use, with the carrier's keys and the policy of its log.
 */
import type { Bundle } from '@svc/contracts';
import { deviceSigned, verifyWith } from '../adapters/bundle-verifier.ts';
import { inTime } from '../adapters/log-client.ts';
import { toDeskEvent } from '../domain/desk-chain.ts';
import { listPublicKeys } from '../store/certificate-keys.ts';
import { type BundlePlace, type BundleScope, getBundlePage } from './bundle-page.ts';
import { getChainPage } from './chain-page.ts';
import { patienceMs } from './log-proofs.ts';

interface VerifiedScope extends BundleScope {
  now: Date;
}

/** The first page verifies the whole chain; those that follow continue its events. */
export async function getVerifiedChainPage(place: BundlePlace, scope: VerifiedScope) {
  const { job, tenant, startingAfter } = place;
  if (startingAfter !== undefined) {
    const { custody, next } = await getChainPage(scope.db, tenant, place);
    return toPage({ job, custody, next, verification: null });
  }
  const { next, texts_from: _, ...first } = await getBundlePage(place, scope);
  const verification =
    first.custody.events.length === 0
      ? null
      : await verificationOf(await wholeBundle(first, { place, next, scope }), scope);
  return toPage({ job, custody: first.custody, next, verification });
}

interface ChainPage {
  job: BundlePlace['job'];
  custody: Bundle['custody'];
  next: string | null;
  verification: Awaited<ReturnType<typeof verificationOf>> | null;
}

/** Pages of texts, which begin with `t`, are left out. */
async function toPage({ job, custody: { chain_hash, events }, next, verification }: ChainPage) {
  const signed = await deviceSigned(events);
  return {
    ...{ object: 'custody_chain' as const, job_id: job.id, ref: job.ref },
    ...{ chain_hash, verification },
    events: events.map((event) => toDeskEvent(event, signed)),
    next: next?.startsWith('t') ? null : next,
  };
}

interface Continuation {
  place: BundlePlace;
  next: string | null;
  scope: VerifiedScope;
}

/** All pages as one: it is read where it lies, and passes no bus. */
async function wholeBundle(first: Bundle, { place, next, scope }: Continuation): Promise<Bundle> {
  const events = [...first.custody.events];
  const texts = [...first.custody.texts];
  for (let startingAfter = next; startingAfter !== null; ) {
    const page = await getChainPage(scope.db, place.tenant, { ...place, startingAfter });
    events.push(...page.custody.events);
    texts.push(...page.custody.texts);
    startingAfter = page.next;
  }
  return { ...first, custody: { ...first.custody, events, texts } };
}

/** While the log is unavailable, what is logged stays undecided. */
async function verificationOf(bundle: Bundle, { db, clients, now }: VerifiedScope) {
  const [keys, policy] = await Promise.all([
    listPublicKeys(db),
    inTime(clients.log.policy({}), patienceMs),
  ]);
  const verdict = await verifyWith(bundle, { keys, policy: policy?.text ?? null });
  return { ...verdict, checked_at: now.toISOString() };
}

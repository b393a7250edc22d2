/** The chain of custody of a job, verified anew for each view, by the verifier that outsiders use. */
import { type Bundle, custody, transparencyLog, withActions } from '@svc/contracts';
import type { Clients } from '@svc/kit/client';
import { type BundleVerdict, verifyBundle } from '@svc/proof/verify/bundle';
import { readKeys } from '@svc/proof/verify/bundle-parser';
import { trustOf } from '@svc/proof/verify/trust-anchors';
import { dataOf, partOf } from '../../../view/part.ts';
import { wholeBundle } from '../../portal/whole-bundle.ts';

export interface VerifiedChain {
  events: Bundle['custody']['events'];
  verdict: BundleVerdict;
}

export const chainAsked = {
  custody: withActions(custody, 'bundleForDesk', 'certificateKeys'),
  log: withActions(transparencyLog, 'policy'),
};

/** Keys and policy are those that the operator publishes; what is away leaves its check undecided. */
export async function verifiedChain(
  id: string,
  clients: Clients<typeof chainAsked>,
): Promise<VerifiedChain> {
  const [bundle, keys, policy] = await Promise.all([
    wholeBundle(clients.custody.bundleForDesk, id),
    partOf(clients.custody.certificateKeys({})).then(dataOf),
    partOf(clients.log.policy({})).then(dataOf),
  ]);
  const trust = trustOf({ jwks: { keys: readKeys(keys) ?? [] }, policy: policy?.text ?? null });
  return { events: bundle.custody.events, verdict: await verifyBundle(bundle, trust) };
}

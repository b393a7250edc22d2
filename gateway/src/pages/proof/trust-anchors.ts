/** Loads the trust anchors of the operator: keys of certificates, and the policy of its own log. */
import { setTimeout as pause } from 'node:timers/promises';
import { custody, transparencyLog } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import { readKeys } from '@svc/proof/verify/bundle-parser';
import type { TrustAnchors } from '@svc/proof/verify/trust-anchors';
import { platformMeta } from '../../auth/call-meta.ts';
import type { Gateway } from '../../endpoint/route.ts';
import { cached } from '../../problem/cache.ts';
import { callResultOf } from '../../problem/call-result.ts';

export type LoadAnchors = () => Promise<TrustAnchors>;

const keysTtlMs = 5_000;
const policyTtlMs = 60_000;
/** A page does not wait longer for the log, ms. */
const patienceMs = 500;

/** Loads the anchors; those of an unavailable service are omitted. */
export function createAnchorLoader({ transport, clock }: Gateway): LoadAnchors {
  const contracts = { custody, log: transparencyLog };
  const clients = createClients(contracts, transport, platformMeta('trustAnchors'));
  const keys = cached(
    async () => {
      const found = await callResultOf(clients.custody.certificateKeys({}));
      return 'ok' in found ? readKeys(found.ok) : undefined;
    },
    { clock, ttlMs: keysTtlMs },
  );
  const policy = cached(
    async () => {
      const found = await callResultOf(clients.log.policy({}));
      return ('ok' in found && found.ok.text) || undefined;
    },
    { clock, ttlMs: policyTtlMs },
  );
  return async () => {
    const late = pause(patienceMs, undefined, { ref: false });
    const [known, text] = await Promise.all([keys(), Promise.race([policy(), late])]);
    return { jwks: { keys: known ?? [] }, policy: text ?? null };
  };
}

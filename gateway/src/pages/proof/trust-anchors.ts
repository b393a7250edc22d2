/** Trust anchors of the operator: keys of certificates, and the policy of its own log. */
import { setTimeout as pause } from 'node:timers/promises';
import { custody, transparencyLog } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import { FormatError } from '@svc/tlog/bytes';
import { type Policy, parsePolicy } from '@svc/tlog/policy';
import { readKeys } from '@svc/verify/bundle-parser';
import type { Trust } from '@svc/verify/certificate';
import { cached } from '../../http/cache.ts';
import { platformMeta } from '../../http/call-meta.ts';
import { callResultOf } from '../../http/call-result.ts';
import type { Gateway } from '../../routes/route.ts';

export interface TrustAnchors {
  jwks: NonNullable<Trust['jwks']>;
  /** As text; null while the log has not begun or is away. */
  policy: string | null;
}

export type LoadAnchors = () => Promise<TrustAnchors>;

const keysTtlMs = 5_000;
const policyTtlMs = 60_000;
/** A page does not wait longer for the log, ms. */
const patienceMs = 500;

/** Loads the anchors; those of a service that is away are left out. */
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

export function trustOf({ jwks, policy }: TrustAnchors): Trust {
  const read = policy === null ? undefined : policyOf(policy);
  return { jwks, ...(read && { policy: read }) };
}

function policyOf(text: string): Policy | undefined {
  try {
    return parsePolicy(text);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

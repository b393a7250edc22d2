/** Trust anchors of an operator: keys of certificates, and the policy of its own log. */
import { FormatError } from '../log/bytes.ts';
import { type Policy, parsePolicy } from '../log/policy.ts';
import type { Trust } from './certificate.ts';

export interface TrustAnchors {
  jwks: NonNullable<Trust['jwks']>;
  /** Policy as text; null while the log has not begun or is unavailable. */
  policy: string | null;
}

/** Leaves out a malformed policy: then no entry is shown to be logged. */
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

/** The verifier that outsiders use, for the control desk: the same checks, with the carrier's own keys. */
import type { Bundle, CustodyEvent } from '@svc/contracts';
import { verifyBundle } from '@svc/proof/verify/bundle';
import { bundleChecks } from '@svc/proof/verify/checks';
import { checkDevices } from '@svc/proof/verify/devices';
import { trustOf } from '@svc/proof/verify/trust-anchors';
import type { CertificatePublicJwk } from '../domain/certificate-key.ts';

interface Anchors {
  keys: readonly CertificatePublicJwk[];
  /**
   * Policy of the log as text; null while the log is unavailable: then what is logged stays
   * undecided.
   */
  policy: string | null;
}

export async function verifyWith(bundle: Bundle, { keys, policy }: Anchors) {
  const jwks = { keys: keys.map((key) => ({ ...key })) };
  const verdict = await verifyBundle(bundle, trustOf({ jwks, policy }));
  const { outcome, faults } = verdict;
  const checks = bundleChecks(verdict).map(({ items, ...check }) => ({
    ...check,
    items: [...items],
  }));
  return { outcome, faults, checks };
}

/** Numbers of the events whose device signature holds. */
export async function deviceSigned(events: readonly CustodyEvent[]): Promise<ReadonlySet<number>> {
  const { captures } = await checkDevices(events);
  return new Set(captures.map(({ seq }) => seq));
}

/** Matches the claims of a signed certificate with the job and the chain of a bundle. */
import { differingMember } from './certificate.ts';
import { lastSeal } from './chain.ts';
import { isEvent, isObject } from './event-format.ts';

export interface JobIdentity {
  id: string;
  ref: string;
}
interface Chain {
  chain_hash: string;
  events: readonly unknown[];
}
type Payload = Record<string, unknown>;

/** The certificate as it is shown is the signed one. */
export function shownCertificateFault(
  certificate: Record<string, unknown> | null,
  payload: Payload,
): string | undefined {
  if (!certificate) return 'The certificate was taken out; only its signed form is left.';
  const differing = differingMember(certificate, payload);
  return differing
    ? `The certificate's ${differing} is not as it was signed.`
    : claimFault(payload);
}

/** Fault of the members that are signed and not shown (RFC 7519). */
function claimFault({ iss, iat, id, issued_at, verify_url }: Payload): string | undefined {
  if (verify_url !== `${iss}/verify/${id}`)
    return "The certificate's iss is not in its verify_url.";
  const issued = Math.floor(Date.parse(String(issued_at)) / 1_000);
  return iat === issued ? undefined : "The certificate's iat is not its issued_at.";
}

/** Fault of a certificate that is not the signed one, or of another job. */
export function jobCertificateFault(
  certificate: Record<string, unknown> | null,
  payload: Payload,
  job: JobIdentity,
): string | undefined {
  const fault = shownCertificateFault(certificate, payload);
  if (fault) return fault;
  if (payload.job_id !== job.id) return 'The certificate is that of another job.';
  if (payload.ref !== job.ref) return "The job's ref is not the one that was signed.";
  return undefined;
}

/** A certificate speaks of the first events of a chain; others may have come after it. */
export function coverageFault(payload: Payload, { chain_hash, events }: Chain) {
  const about = isObject(payload.custody) ? payload.custody : {};
  const covered = eventsOf(payload);
  const count = events.length;
  if (covered > count) {
    return `The certificate speaks of ${covered} events, here are ${count}: events were cut off.`;
  }
  const part = events.slice(0, covered).filter(isEvent);
  const end = covered === count ? chain_hash : part.at(-1)?.hash;
  if (about.chain_hash !== end) return 'The certificate speaks of another chain.';
  if (about.seal !== lastSeal(part)) return 'The certificate speaks of another seal.';
  return undefined;
}

/** If there is a certificate, every event must be covered by one: an uncovered event was added. */
export function uncoveredFault(payloads: readonly Payload[], { events }: Chain) {
  const covered = Math.max(...payloads.map(eventsOf));
  return payloads.length > 0 && covered < events.length
    ? `The certificate speaks of ${covered} events, here are ${events.length}: events were added.`
    : undefined;
}

export type ColdChainStatus = 'shown' | 'not_expected' | 'not_shown' | 'not_known';

/**
 * Whether the cold chain is enclosed if the proof of custody announces one. Older certificates do
 * not announce it.
 */
export function coldChainStatus(
  payload: Payload | undefined,
  cold: object | null | undefined,
): ColdChainStatus {
  if (cold || isObject(payload?.cold_chain)) return 'shown';
  if (payload?.cold_chain_expected === true) return 'not_shown';
  return payload?.cold_chain_expected === false ? 'not_expected' : 'not_known';
}

export const eventsOf = ({ custody }: Payload): number =>
  isObject(custody) && typeof custody.events === 'number' ? custody.events : 0;

/** Whether a certificate that is signed speaks of this job and of this chain. */
import { differingMember } from './certificate.ts';
import { lastSeal } from './chain.ts';
import { isEvent, isObject } from './form.ts';

export interface Job {
  id: string;
  ref: string;
}
interface Chain {
  chain_hash: string;
  events: readonly unknown[];
}
type Payload = Record<string, unknown>;

/** The certificate as it is shown is the signed one, and it is of this job. */
export function shownFault(
  certificate: Record<string, unknown> | null,
  payload: Payload,
  job: Job,
): string | undefined {
  if (!certificate) return 'The certificate was taken out; only its signed form is left.';
  const differing = differingMember(certificate, payload);
  if (differing) return `The certificate's ${differing} is not as it was signed.`;
  if (payload.job_id !== job.id) return 'The certificate is that of another job.';
  if (payload.ref !== job.ref) return "The job's ref is not the one that was signed.";
  return undefined;
}

/** A certificate speaks of the first events of a chain; others may have come after it. */
export function chainPartFault(payload: Payload, { chain_hash, events }: Chain) {
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

/** Once anything is signed, every event must be: whatever nobody signed for was added. */
export function uncoveredFault(payloads: readonly Payload[], { events }: Chain) {
  const covered = Math.max(...payloads.map(eventsOf));
  return payloads.length > 0 && covered < events.length
    ? `The certificate speaks of ${covered} events, here are ${events.length}: events were added.`
    : undefined;
}

const eventsOf = ({ custody }: Payload): number =>
  isObject(custody) && typeof custody.events === 'number' ? custody.events : 0;

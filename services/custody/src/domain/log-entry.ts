/** Log entries of custody: heads of chains, certificates, erasures and signing keys. */
import type { CertificateLog, CustodyFact, LogEntry } from '@svc/contracts';

/** Hand-overs whose head is logged when they are appended; `delivered` is logged as certified. */
const handovers: ReadonlySet<CustodyFact['type']> = new Set([
  'collected',
  'scanned',
  'delivery_failed',
  'returned',
]);

export const isHandover = (type: CustodyFact['type']): boolean => handovers.has(type);
/** Whether the log has the head that this event made, in a chain whose certificates cover these. */
export const isLogged = (
  { type, seq }: { type: CustodyFact['type']; seq: number },
  certified: ReadonlySet<number>,
): boolean => isHandover(type) || certified.has(seq);

interface Head {
  seq: number;
  hash: string;
  at: string;
}

/** `chain` is the salted identifier of the chain. */
export const chainEntry = (chain: string, { seq, hash, at }: Head): LogEntry => ({
  v: 1,
  type: 'chain',
  chain,
  events: seq,
  head: hash,
  at,
});

export const certificateEntry = (jwsHash: string, issued_at: Date): LogEntry => ({
  v: 1,
  type: 'certificate',
  certificate: jwsHash,
  at: issued_at.toISOString(),
});

export const erasureEntry = (chain: string, erased_at: Date): LogEntry => ({
  v: 1,
  type: 'erasure',
  chain,
  at: erased_at.toISOString(),
});

export const keyEntry = (thumbprint: string, created_at: Date): LogEntry => ({
  v: 1,
  type: 'key',
  thumbprint,
  at: created_at.toISOString(),
});

/** Links to the log and the proof; `proof_url` is the certificate's own. */
export const certificateLogOf = (
  id: string,
  { origin, publicUrl, apiUrl }: { origin: string; publicUrl: string; apiUrl: string },
): CertificateLog => ({
  origin,
  checkpoint_url: `${publicUrl}/log/checkpoint`,
  proof_url: `${apiUrl}/certificates/${id}/proof`,
});

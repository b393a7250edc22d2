import type { documentPaper } from '@svc/contracts';
import type { z } from 'zod';

export type ComplianceDocument = z.infer<typeof documentPaper>;
export type DocumentSubjectType = 'driver' | 'vehicle';

/** A document of a driver or vehicle, with the last notice that was sent (days before expiry). */
export interface ComplianceDocumentRecord extends ComplianceDocument {
  tenant_id: string;
  subject_type: DocumentSubjectType;
  subject_id: string;
  seq: number;
  notified_days: number | null;
}

/** As the contract says of drivers and vehicles. */
const documentsMax = 20;

/** Place of a kind among the filed documents, with the one that it replaces; none where it is full. */
export function withDocument(
  filed: readonly ComplianceDocumentRecord[],
  document: string,
): { seq: number | undefined; before: ComplianceDocumentRecord | undefined } {
  const before = filed.find((each) => each.document === document);
  if (before) return { seq: before.seq, before };
  const next = filed.reduce((last, { seq }) => Math.max(last, seq), -1) + 1;
  return { seq: filed.length < documentsMax ? next : undefined, before };
}

/** Days before expiry at which a notice is sent, the last one first. */
const noticeDays = [1, 7, 30] as const;
const dayMs = 24 * 60 * 60 * 1000;

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** Each notice with the last day of expiry that it speaks of. */
export const noticesReachedOn = (day: string) =>
  noticeDays.map((days) => ({ days, until: addDays(day, days) }));

/**
 * The notice that is due: the nearest to the end that was reached and not told. Ones missed before
 * it say nothing that it does not, and a paper that has expired is no longer expiring.
 */
export function dueNotice(paper: ComplianceDocumentRecord, day: string): number | undefined {
  if (paper.expires_on < day) return undefined;
  const reached = noticesReachedOn(day).find(({ until }) => paper.expires_on <= until)?.days;
  if (reached === undefined || (paper.notified_days ?? Infinity) <= reached) return undefined;
  return reached;
}

export const expiryNoticeOf = ({
  subject_type,
  subject_id,
  document,
  expires_on,
}: ComplianceDocumentRecord) => ({
  subject_type,
  subject_id,
  document,
  expires_on,
});

import type { documentPaper } from '@svc/contracts';
import type { z } from 'zod';

export type Paper = z.infer<typeof documentPaper>;
export type SubjectType = 'driver' | 'vehicle';

/** A paper of a driver or vehicle, and how many days before its end was last told of. */
export interface FiledPaper extends Paper {
  tenant_id: string;
  subject_type: SubjectType;
  subject_id: string;
  seq: number;
  told_days: number | null;
}

/** Days before the end at which it is told, the last one first. */
const noticeDays = [1, 7, 30] as const;
const dayMs = 24 * 60 * 60 * 1000;

/** Where the carrier's days begin. */
const carrierDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Johannesburg' });
export const today = (now: Date): string => carrierDay.format(now);

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** Each notice with the last day of expiry that it speaks of. */
export const noticesOn = (day: string) =>
  noticeDays.map((days) => ({ days, until: addDays(day, days) }));

/**
 * The notice that is due: the nearest to the end that was reached and not told. Ones missed before
 * it say nothing that it does not, and a paper that has expired is no longer expiring.
 */
export function dueNotice(paper: FiledPaper, day: string): number | undefined {
  if (paper.expires_on < day) return undefined;
  const reached = noticesOn(day).find(({ until }) => paper.expires_on <= until)?.days;
  if (reached === undefined || (paper.told_days ?? Infinity) <= reached) return undefined;
  return reached;
}

export const expiryOf = ({ subject_type, subject_id, document, expires_on }: FiledPaper) => ({
  subject_type,
  subject_id,
  document,
  expires_on,
});

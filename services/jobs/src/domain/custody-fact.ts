import type { CustodyFact } from '@svc/contracts';
import type { MilestoneContext } from './job-command.ts';

interface FactDetails {
  seal?: string;
  details?: Record<string, string | number | boolean>;
}

/**
 * An event for the chain of custody. `note` and `details.location` are free text, which custody
 * commits to and keeps outside the chain, erasable; no other member may hold any.
 */
export const custodyFactOf = (
  type: CustodyFact['type'],
  { at, by, note, position }: MilestoneContext,
  { seal, details }: FactDetails = {},
): CustodyFact => ({
  at: at.toISOString(),
  type,
  by,
  note,
  seal: seal ?? null,
  position,
  details: details ?? null,
});

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

/** Actor of a tenant's request. */
export const byClient = (actor: string): string => byRole('client', actor);

/** Actor of a carrier's request: the driver for a courier's device, else the desk. */
export const byCarrier = (actor: string, courierId: string | undefined): string =>
  courierId === undefined ? byRole('desk', actor) : `driver:${courierId}`;

/** Schedules, reactions and workers have actors with a colon (`on:…`); clients never do. */
const byRole = (role: string, actor: string): string =>
  actor.includes(':') ? 'system' : `${role}:${actor}`;

import type { CustodyFact } from '@svc/contracts';
import type { Told } from './happening.ts';

interface More {
  seal?: string;
  details?: Record<string, string | number | boolean>;
}

/** What the chain of custody is told: never a name, and no free text but the courier's own note. */
export const custodyFact = (
  type: CustodyFact['type'],
  { at, by, note, position }: Told,
  { seal, details }: More = {},
): CustodyFact => ({
  at: at.toISOString(),
  type,
  by,
  note,
  seal: seal ?? null,
  position,
  details: details ?? null,
});

/** Who asks on the part of a tenant. */
export const byClient = (actor: string): string => byRole('client', actor);

/** A courier's device speaks for its driver, everybody else of the carrier for the desk. */
export const byCarrier = (actor: string, courierId: string | undefined): string =>
  courierId === undefined ? byRole('desk', actor) : `driver:${courierId}`;

/** Schedules, reactions and workers ask under names like `on:…`, which no client has. */
const byRole = (role: string, actor: string): string =>
  actor.includes(':') ? 'system' : `${role}:${actor}`;

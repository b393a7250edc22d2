/**
 * Read-your-writes barrier: before a read, waits until the projection (the chain of custody) has
 * applied all events up to the caller's last write, which is the job's `last_sequence`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Status } from '@svc/contracts';
import type { Kysely } from 'kysely';
import { getNextSequence } from '../store/job-cursor.ts';
import type { Tables } from '../store/schema.ts';

/** Backoff between polls, ms: 2 s in total, then the read returns the chain as it is. */
export const pausesMs: readonly number[] = [5, 10, 20, 40, 75, 150, 250, 350, 500, 600];

/** The projection is up to date if it expects an event beyond the job's latest. */
export const isCaughtUp = (next: number, lastSequence: number): boolean => next > lastSequence;

export interface LocatedJob {
  id: string;
  tenant_id: string;
  status: Status;
  last_sequence: number;
}

export async function waitForChain(db: Kysely<Tables>, job: LocatedJob): Promise<void> {
  for (const ms of pausesMs) {
    if (isCaughtUp(await getNextSequence(db, job.tenant_id, job.id), job.last_sequence)) return;
    await pause(ms);
  }
}

/** Proofs and certificates exist from delivery on; for other jobs it returns immediately. */
export async function waitForDelivery(db: Kysely<Tables>, job: LocatedJob): Promise<void> {
  if (job.status === 'delivered') await waitForChain(db, job);
}

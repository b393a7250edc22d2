/** Readers wait for what was answered before they asked. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Status } from '@svc/contracts';
import type { Kysely } from 'kysely';
import { isCaughtUp, pausesMs } from './domain/waiting.ts';
import { nextToHandle } from './store/progress.ts';
import type { Tables } from './store/schema.ts';

interface LocatedJob {
  id: string;
  tenant_id: string;
  status: Status;
  last_sequence: number;
}

/** Waits until the chain has the job's latest event, or has been waited for long enough. */
export async function waitForChain(db: Kysely<Tables>, job: LocatedJob): Promise<void> {
  for (const ms of pausesMs) {
    if (isCaughtUp(await nextToHandle(db, job.tenant_id, job.id), job.last_sequence)) return;
    await pause(ms);
  }
}

/** Proof and certificate come with delivery: before that there is nothing to wait for. */
export async function waitForDelivery(db: Kysely<Tables>, job: LocatedJob): Promise<void> {
  if (job.status === 'delivered') await waitForChain(db, job);
}

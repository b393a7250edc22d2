/** Asks the log for proofs without waiting for it: custody goes on while the log is away. */
import { setTimeout as pause } from 'node:timers/promises';
import { CallFault } from '@svc/kit/refusal';

type Proofs = readonly (string | null)[];

const none: Proofs = [];

/** None after `patienceMs`, or if the log is away. */
export async function proofsInTime(proofs: Promise<Proofs>, patienceMs: number): Promise<Proofs> {
  const timer = new AbortController();
  const found = proofs.catch((error: unknown) => {
    if (error instanceof CallFault) return none;
    throw error;
  });
  const late = pause(patienceMs, none, { signal: timer.signal }).catch(() => none);
  return Promise.race([found, late]).finally(() => timer.abort());
}

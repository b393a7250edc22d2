/** Reads and changes the instructions of a job. */
import type { Instructions } from '@svc/contracts';
import type { Kysely } from 'kysely';
import { decryptInstructions, encryptInstructions } from '../adapters/instruction-texts.ts';
import type { Config } from '../config.ts';
import {
  changedInstructions,
  type EncryptedInstructions,
  type InstructionChanges,
  noInstructions,
} from '../domain/instructions.ts';
import type { JobRecord } from '../domain/job.ts';
import { findInstructions, listInstructions, putInstructions } from '../store/instructions.ts';
import type { Tables } from '../store/schema.ts';

interface Scope {
  db: Kysely<Tables>;
  config: Config;
}
type Owned = Pick<JobRecord, 'tenant_id' | 'id'>;

export async function readInstructions(
  { tenant_id, id }: Owned,
  { db, config }: Scope,
): Promise<Instructions> {
  return openInstructions(await findInstructions(db, tenant_id, id), config);
}

/** Decrypted instructions; empty for a job without any. */
export const openInstructions = (
  stored: EncryptedInstructions | null | undefined,
  { SVC_SECRET }: Config,
): Instructions => (stored ? decryptInstructions(stored, SVC_SECRET) : noInstructions);

/** Instructions by job id; jobs without any are left out. */
export async function readInstructionsOfAll(
  jobs: readonly Owned[],
  { db, config }: Scope,
): Promise<ReadonlyMap<string, Instructions>> {
  if (jobs.length === 0) return new Map();
  const rows = await listInstructions(db, jobs);
  return new Map(
    rows.map(({ job_id, ...stored }) => [job_id, decryptInstructions(stored, config.SVC_SECRET)]),
  );
}

/**
 * The instructions before and after; undefined if no field differs. Reads no row if no field is
 * sent.
 */
export async function decideInstructions(
  job: Owned,
  changes: InstructionChanges,
  scope: Scope,
): Promise<Record<'before' | 'after', Instructions> | undefined> {
  const isSent = Object.values(changes).some((value) => value !== undefined);
  if (!isSent) return undefined;
  const before = await readInstructions(job, scope);
  const after = changedInstructions(before, changes);
  return after && { before, after };
}

export async function saveInstructions(
  { tenant_id, id }: Owned,
  instructions: Instructions | undefined,
  { db, config }: Scope,
): Promise<void> {
  if (!instructions) return;
  const stored = encryptInstructions(instructions, config.SVC_SECRET);
  await putInstructions(db, tenant_id, { jobId: id, stored });
}

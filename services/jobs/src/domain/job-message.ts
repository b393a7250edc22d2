/** Messages between desk and courier: added, read and erased, never changed. */
import { type JobMessage, messagesMax } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { statesAtRest } from './instructions.ts';
import type { JobRecord } from './job.ts';

type Side = JobMessage['from'];

export interface JobMessageRecord {
  tenant_id: string;
  job_id: string;
  id: string;
  sender: Side;
  text: string;
  /** Name of a dispatcher or driver, or the id of a credential. */
  written_by: string;
  written_at: Date;
  created_at: Date;
  /** By the other side. */
  read_at: Date | null;
  /** Idempotency-Key that a device signed with it; null if unsigned. */
  device_jti: string | null;
}

export const otherSide = (side: Side): Side => (side === 'desk' ? 'courier' : 'desk');

interface Limits {
  /** Messages that the job has. */
  count: number;
  now: Date;
  /** After the last milestone of a job at rest. */
  retentionDays: number;
}

const dayMs = 24 * 60 * 60 * 1_000;

/** A job with a driver takes messages until its own are deleted. */
export function requireOpenThread(
  { ref, status, assignment, milestone_at }: Pick<JobRecord, ThreadFields>,
  { count, now, retentionDays }: Limits,
): void {
  if (!assignment) {
    throw new Refusal('messages_closed', `Job ${ref} has no driver. Assign one first.`);
  }
  const closesAt = milestone_at.getTime() + retentionDays * dayMs;
  if (statesAtRest.includes(status) && now.getTime() >= closesAt) {
    const detail = `Job ${ref} ended more than ${retentionDays} days ago.`;
    throw new Refusal('messages_closed', detail);
  }
  if (count >= messagesMax) {
    throw new Refusal('too_many_messages', `Job ${ref} has ${messagesMax} messages, its limit.`);
  }
}
type ThreadFields = 'ref' | 'status' | 'assignment' | 'milestone_at';

export const toMessage = (message: Omit<JobMessageRecord, 'tenant_id'>): JobMessage => ({
  object: 'job_message',
  id: message.id,
  job_id: message.job_id,
  from: message.sender,
  by: message.written_by,
  text: message.text,
  written_at: message.written_at.toISOString(),
  created_at: message.created_at.toISOString(),
  read_at: message.read_at?.toISOString() ?? null,
});

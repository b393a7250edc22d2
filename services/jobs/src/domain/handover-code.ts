/**
 * Handover code, a one-time password that the recipient gives to the courier: five wrong tries
 * lock it for 15 minutes.
 */
import { Refusal } from '@svc/kit/refusal';
import type { JobRecord } from './job.ts';
import type { TransitionResult } from './job-command.ts';

const triesMax = 5;
const lockMs = 15 * 60_000;

/** End of the current lock, or null. */
export const lockedUntil = ({ code_locked_until }: JobRecord, now: Date): Date | null =>
  code_locked_until !== null && code_locked_until > now ? code_locked_until : null;

/** While locked, every try is refused, also a right one. */
export function requireUnlocked(job: JobRecord, now: Date): void {
  const until = lockedUntil(job, now);
  if (!until) return;
  throw new Refusal(
    'handover_locked',
    `Too many wrong codes for job ${job.ref}; locked until ${until.toISOString()}.`,
    { retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1_000) },
  );
}

/** A wrong code is refused and counted; the fifth one locks the code and resets the count. */
export function wrongCode(job: JobRecord, now: Date): TransitionResult {
  const tries = job.code_attempts + 1;
  const locks = tries >= triesMax;
  const left = triesMax - tries;
  const consequence = locks
    ? 'it is locked for 15 minutes'
    : `${left} ${left === 1 ? 'try is' : 'tries are'} left`;
  return {
    job: {
      ...job,
      code_attempts: locks ? 0 : tries,
      code_locked_until: locks ? new Date(now.getTime() + lockMs) : job.code_locked_until,
    },
    milestones: [],
    events: [],
    refusal: new Refusal(
      'invalid_handover_code',
      `This is not the handover code of job ${job.ref}; ${consequence}.`,
      { keepsWrites: true },
    ),
  };
}

/** There is a code from assignment until delivery. */
export function requireCode({ ref, status, handover_code }: JobRecord): string {
  const isOver = status === 'delivered' || status === 'cancelled';
  if (handover_code !== null && !isOver) return handover_code;
  throw new Refusal(
    'invalid_transition',
    `Job ${ref} is ${status}; its handover code exists from assigned until delivered.`,
  );
}

/** The code that the recipient tells the courier: five wrong tries lock it for 15 minutes. */
import { Refusal } from '@svc/kit/refusal';
import type { Outcome } from './happening.ts';
import type { Job } from './job.ts';

const triesMax = 5;
const lockMs = 15 * 60_000;

/** When the lock ends, if there is one now. */
export const lockedUntil = ({ code_locked_until }: Job, now: Date): Date | null =>
  code_locked_until !== null && code_locked_until > now ? code_locked_until : null;

/** While the code is locked no try counts, not even a right one. */
export function requireUnlocked(job: Job, now: Date): void {
  const until = lockedUntil(job, now);
  if (!until) return;
  throw new Refusal(
    'handover_locked',
    `Too many wrong codes for job ${job.ref}; locked until ${until.toISOString()}.`,
  );
}

/** A wrong code is refused and counted; the fifth one locks, and counting begins anew after that. */
export function wrongCode(job: Job, now: Date): Outcome {
  const tries = job.code_tries + 1;
  const locks = tries >= triesMax;
  const left = triesMax - tries;
  const consequence = locks
    ? 'it is locked for 15 minutes'
    : `${left} ${left === 1 ? 'try is' : 'tries are'} left`;
  return {
    job: {
      ...job,
      code_tries: locks ? 0 : tries,
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
export function requireCode({ ref, status, handover_code }: Job): string {
  const isOver = status === 'delivered' || status === 'cancelled';
  if (handover_code !== null && !isOver) return handover_code;
  throw new Refusal(
    'invalid_transition',
    `Job ${ref} is ${status}; its handover code exists from assigned until delivered.`,
  );
}

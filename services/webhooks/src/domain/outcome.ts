import { attemptsMax, nextAttemptAt } from './attempts.ts';

/** Why there was no complete answer. */
export type Failure =
  | 'timeout'
  | 'name_not_resolved'
  | 'address_not_allowed'
  | 'connection_failed'
  | 'tls_failed'
  | 'invalid_response';

/** What came back from one POST. */
export interface Answer {
  /** Null when there was not even a status line. */
  status: number | null;
  failure: Failure | null;
  retryAfter: string | null;
  excerpt: string | null;
  durationMs: number;
}

export interface Verdict {
  status: 'pending' | 'succeeded' | 'failed';
  nextAttemptAt: Date | null;
  /** The receiver says that it is gone for good. */
  disables: boolean;
}

/** A complete answer with a 2xx status, and nothing else, is a success. */
export const isSuccess = ({ status, failure }: Answer): boolean =>
  failure === null && status !== null && status >= 200 && status < 300;

/** These say that the receiver did not accept the signature. */
export const isSignatureRejected = ({ status }: Answer): boolean =>
  status === 400 || status === 401 || status === 403;

/** A success ends the delivery, 410 ends it and disables the endpoint, all else is tried 12 times. */
export function judge(
  answer: Answer,
  { attempt, at, random }: { attempt: number; at: Date; random: number },
): Verdict {
  if (isSuccess(answer)) return { status: 'succeeded', nextAttemptAt: null, disables: false };
  if (answer.status === 410) return { status: 'failed', nextAttemptAt: null, disables: true };
  const next =
    attempt < attemptsMax
      ? nextAttemptAt({ attempt, at, retryAfter: answer.retryAfter, random })
      : undefined;
  return { status: next ? 'pending' : 'failed', nextAttemptAt: next ?? null, disables: false };
}

import { deliveryAttemptsMax, nextAttemptAt } from './retry-schedule.ts';

/** Why there was no complete response. */
export type DeliveryFailure =
  | 'timeout'
  | 'name_not_resolved'
  | 'address_not_allowed'
  | 'connection_failed'
  | 'tls_failed'
  | 'invalid_response';

/** Result of one POST. */
export interface PostResult {
  /** Null when there was not even a status line. */
  status: number | null;
  failure: DeliveryFailure | null;
  retryAfter: string | null;
  excerpt: string | null;
  durationMs: number;
}

/** Ends a POST with a failure of known kind. */
export class DeliveryError extends Error {
  readonly failure: DeliveryFailure;

  constructor(failure: DeliveryFailure) {
    super(failure);
    this.failure = failure;
  }
}

export interface AttemptResult {
  status: 'pending' | 'succeeded' | 'failed';
  nextAttemptAt: Date | null;
  /** 410 Gone: the receiver has removed the endpoint. */
  disables: boolean;
}

/** Only a complete response with a 2xx status is a success. */
export const isSuccess = ({ status, failure }: PostResult): boolean =>
  failure === null && status !== null && status >= 200 && status < 300;

/** Statuses by which a receiver rejects the signature. */
export const isSignatureRejected = ({ status }: PostResult): boolean =>
  status === 400 || status === 401 || status === 403;

/** Success ends the delivery; 410 ends it and disables the endpoint; all else is retried by the schedule. */
export function evaluateAttempt(
  response: PostResult,
  { attempt, at, random }: { attempt: number; at: Date; random: number },
): AttemptResult {
  if (isSuccess(response)) return { status: 'succeeded', nextAttemptAt: null, disables: false };
  if (response.status === 410) return { status: 'failed', nextAttemptAt: null, disables: true };
  const next =
    attempt < deliveryAttemptsMax
      ? nextAttemptAt({ attempt, at, retryAfter: response.retryAfter, random })
      : undefined;
  return { status: next ? 'pending' : 'failed', nextAttemptAt: next ?? null, disables: false };
}

/**
 * Rotation of the secret of a client or an API key: the new secret is valid immediately, the
 * previous one until the end of an overlap, in which programs change over without a refusal.
 */
import { Refusal } from '@svc/kit/refusal';

export interface RotatedSecret {
  secret_hash: string;
  last_used_at: Date | null;
  /** Kept beyond its end, so that a request with it is known to be the tenant's. */
  old_secret_hash: string | null;
  old_secret_expires_at: Date | null;
  old_secret_last_used_at: Date | null;
  rotated_at: Date | null;
}

export const neverRotated = {
  ...{ last_used_at: null, rotated_at: null },
  ...{ old_secret_expires_at: null, old_secret_last_used_at: null },
};

type Overlap = Pick<RotatedSecret, 'old_secret_expires_at'>;

export const isOldSecretValid = ({ old_secret_expires_at }: Overlap, now: Date): boolean =>
  old_secret_expires_at !== null && now < old_secret_expires_at;

const hourMs = 3_600_000;

/**
 * At most two secrets are valid at a time: while the previous one still is, a further rotation is
 * refused, unless its overlap is zero hours, which ends all earlier secrets.
 */
export function rotateSecret(
  stored: RotatedSecret,
  secret_hash: string,
  { now, overlapHours }: { now: Date; overlapHours: number },
): RotatedSecret {
  if (overlapHours > 0 && isOldSecretValid(stored, now)) throw rotationInProgress(stored);
  return {
    secret_hash,
    last_used_at: null,
    old_secret_hash: stored.secret_hash,
    old_secret_expires_at: new Date(now.getTime() + overlapHours * hourMs),
    old_secret_last_used_at: stored.last_used_at,
    rotated_at: now,
  };
}

const rotationInProgress = ({ old_secret_expires_at: end }: Overlap): Refusal =>
  new Refusal(
    'rotation_in_progress',
    `The previous secret is accepted until ${end?.toISOString()}. End it first, or rotate without an overlap.`,
  );

type ShownSecret = Omit<RotatedSecret, 'secret_hash' | 'old_secret_hash'>;

/** Fields shown in a list; the previous secret only while it is valid. */
export function toSecretFields(stored: ShownSecret, now: Date) {
  const { last_used_at, old_secret_expires_at, old_secret_last_used_at, rotated_at } = stored;
  const uses = [last_used_at, old_secret_last_used_at].filter((at) => at !== null);
  const latest = uses.toSorted((a, b) => b.getTime() - a.getTime())[0];
  return {
    last_used_at: latest?.toISOString() ?? null,
    rotated_at: rotated_at?.toISOString() ?? null,
    secret_last_used_at: last_used_at?.toISOString() ?? null,
    old_secret:
      old_secret_expires_at && isOldSecretValid(stored, now)
        ? {
            expires_at: old_secret_expires_at.toISOString(),
            last_used_at: old_secret_last_used_at?.toISOString() ?? null,
          }
        : null,
  };
}

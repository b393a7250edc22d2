/**
 * Secrets that are shared with a client and rotated: after a rotation the previous one stays valid
 * for an overlap, in which the client changes over without a refusal.
 */
/** 24 hours. */
const overlapMs = 24 * 3_600_000;

/** Stored form: both secrets are encrypted. */
export interface RotatingSecret {
  secret: string;
  old_secret: string | null;
  old_secret_expires_at: Date | null;
}

/** The current secret becomes the old one; a secret that was old already ends immediately. */
export const rotated = (current: string, next: string, now: Date) => ({
  secret: next,
  old_secret: current,
  old_secret_expires_at: new Date(now.getTime() + overlapMs),
});

/** The old secret within its overlap, else undefined. */
export function overlappingSecret(
  { old_secret, old_secret_expires_at }: RotatingSecret,
  now: Date,
): string | undefined {
  if (old_secret === null || old_secret_expires_at === null) return undefined;
  return now < old_secret_expires_at ? old_secret : undefined;
}

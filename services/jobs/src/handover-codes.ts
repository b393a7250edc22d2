/** Handover codes: six digits, drawn once, kept sealed, compared in constant time. */
import { randomInt, timingSafeEqual } from 'node:crypto';
import { open, seal } from '@svc/kit/seal';

const purpose = 'handover-code';

/** A new code, sealed. */
export const drawCode = (secret: string): string =>
  seal(secret, purpose, String(randomInt(1_000_000)).padStart(6, '0'));

export const openCode = (sealed: string, secret: string): string => open(secret, purpose, sealed);

/** How what was told compares with the job's code; nothing told is no wrong code. */
export function compareCode(
  sealed: string | null,
  told: string | undefined,
  secret: string,
): 'right' | 'wrong' | 'missing' {
  if (sealed === null || !told) return 'missing';
  const expected = Buffer.from(openCode(sealed, secret));
  const given = Buffer.from(told);
  const isSame = expected.length === given.length && timingSafeEqual(expected, given);
  return isSame ? 'right' : 'wrong';
}

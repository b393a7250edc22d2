/** Handover codes: six random digits, encrypted at rest, compared in constant time. */
import { randomInt, timingSafeEqual } from 'node:crypto';
import { decrypt, encrypt } from '@svc/kit/encryption';

export const purpose = 'handover-code';

/** A new code, encrypted. */
export const generateCode = (secret: string): string =>
  encrypt(secret, purpose, String(randomInt(1_000_000)).padStart(6, '0'));

export const decryptCode = (sealed: string, secret: string): string =>
  decrypt(secret, purpose, sealed);

/** `missing`, not `wrong`, if no code was sent: it does not count as a try. */
export function compareCode(
  sealed: string | null,
  code: string | undefined,
  secret: string,
): 'right' | 'wrong' | 'missing' {
  if (sealed === null || !code) return 'missing';
  const expected = Buffer.from(decryptCode(sealed, secret));
  const given = Buffer.from(code);
  const isSame = expected.length === given.length && timingSafeEqual(expected, given);
  return isSame ? 'right' : 'wrong';
}

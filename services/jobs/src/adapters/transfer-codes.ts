/** Codes that a courier shows to the one who takes parcels over: proof that the two met. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { carrierDayOf } from '@svc/contracts';
import { hashKeys } from '@svc/kit/encryption';

const dayMs = 24 * 3_600_000;
/** Phones may be offline for so many days. */
const daysValid = 3;

const codeUnder = (key: Buffer, driverId: string, at: Date): string =>
  createHmac('sha256', key)
    .update(`${driverId} ${carrierDayOf(at)}`)
    .digest('hex')
    .slice(0, 16)
    .toUpperCase();

const keysFor = (secret: string) => hashKeys(secret, 'transfer-code');

/** Of a driver, for the day. */
export function transferCodeOf(driverId: string, now: Date, secret: string): string {
  const [key] = keysFor(secret);
  if (!key) throw new Error('no secret');
  return codeUnder(key, driverId, now);
}

export function isTransferCode(
  code: string,
  { driverId, now, secret }: { driverId: string; now: Date; secret: string },
): boolean {
  const given = Buffer.from(code.toUpperCase());
  const days = Array.from({ length: daysValid }, (_, n) => new Date(now.getTime() - n * dayMs));
  const codes = keysFor(secret).flatMap((key) => days.map((day) => codeUnder(key, driverId, day)));
  const same = codes.map((each) => {
    const known = Buffer.from(each);
    return known.length === given.length && timingSafeEqual(known, given);
  });
  return same.includes(true);
}

/** Links that show a driver's photo for a while, without a credential. */
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '@svc/kit/seal';

const lifeMs = 15 * 60 * 1000;

/** `<driver id>.<expiry, base 36>.<HMAC-SHA-256 of both>`. */
export function photoLink(driverId: string, now: Date, secret: string): string {
  const signed = `${driverId}.${(now.getTime() + lifeMs).toString(36)}`;
  return `${signed}.${sign(signed, secret)}`;
}

/** The driver that the link names; undefined when it is forged or has expired. */
export function driverOf(link: string, now: Date, secret: string): string | undefined {
  const [id = '', expiry = '', signature = ''] = link.split('.');
  const signed = `${id}.${expiry}`;
  const expected = Buffer.from(`${signed}.${sign(signed, secret)}`);
  const given = Buffer.from(link);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return signature && Number.parseInt(expiry, 36) > now.getTime() ? id : undefined;
}

const sign = (text: string, secret: string): string => keyedHash(secret, 'driver-photo', text);

/** Tracking links that also show temperatures: for whoever was given one by who may read them. */
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '@svc/kit/seal';

const lifeMs = 7 * 24 * 60 * 60 * 1_000;

const sign = (token: string, expiry: string, secret: string): string =>
  keyedHash(secret, 'temperature-page', `${token}.${expiry}`);

/** The tracking address with `?temperature=<expiry, base 36>.<HMAC-SHA-256 of token and expiry>`. */
export function temperaturePageUrl(trackingUrl: string, now: Date, secret: string): string {
  const expiry = (now.getTime() + lifeMs).toString(36);
  const token = trackingUrl.slice(trackingUrl.lastIndexOf('/') + 1);
  return `${trackingUrl}?temperature=${expiry}.${sign(token, expiry, secret)}`;
}

interface Opened {
  token: string;
  key: string | undefined;
}

/** Whether the link's key opens the temperatures of this very page, and has not expired. */
export function opensTemperatures({ token, key = '' }: Opened, now: Date, secret: string): boolean {
  const [expiry = ''] = key.split('.');
  const expected = Buffer.from(`${expiry}.${sign(token, expiry, secret)}`);
  const given = Buffer.from(key);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return Number.parseInt(expiry, 36) > now.getTime();
}

/** Signed tracking links that also show temperatures, to be shared by a client with that scope. */
import { isSigned, signUntil } from '@svc/kit/expiring-signature';

const lifeMs = 7 * 24 * 60 * 60 * 1_000;
const purpose = 'temperature-page';

/** The tracking address with `?temperature=<expiring signature of the token>`. */
export function temperaturePageUrl(trackingUrl: string, now: Date, secret: string): string {
  const token = trackingUrl.slice(trackingUrl.lastIndexOf('/') + 1);
  const expiresAt = new Date(now.getTime() + lifeMs);
  return `${trackingUrl}?temperature=${signUntil(token, expiresAt, { secret, purpose })}`;
}

interface Opened {
  token: string;
  key: string | undefined;
}

/** Whether the link's key opens the temperatures of this very page, and has not expired. */
export const opensTemperatures = (
  { token, key = '' }: Opened,
  now: Date,
  secret: string,
): boolean => isSigned(token, key, { now, secret, purpose });

/**
 * Links that open something for a while without a credential: a driver's photo, the temperatures of a
 * tracking page. Signature: `<expiry, base 36>.<HMAC-SHA-256 of subject and expiry>`.
 */
import { isKeyedHash, keyedHash } from '@svc/kit/encryption';

interface LinkKind {
  purpose: string;
  lifeMs: number;
}

const photo: LinkKind = { purpose: 'driver-photo', lifeMs: 15 * 60 * 1_000 };
const temperatures: LinkKind = { purpose: 'temperature-page', lifeMs: 7 * 24 * 60 * 60 * 1_000 };

interface Signed {
  kind: LinkKind;
  subject: string;
  now: Date;
  secret: string;
}

function sign({ kind, subject, now, secret }: Signed): string {
  const expiry = (now.getTime() + kind.lifeMs).toString(36);
  return `${expiry}.${keyedHash(secret, kind.purpose, `${subject}.${expiry}`)}`;
}

/** False if it is forged, of another subject, or has expired. */
function isGenuine(signature: string, { kind, subject, now, secret: secrets }: Signed): boolean {
  const [expiry = '', hash = '', ...more] = signature.split('.');
  const isWellFormed = more.length === 0 && /^[0-9a-f]{64}$/.test(hash);
  const text = `${subject}.${expiry}`;
  const isOurs = isKeyedHash(hash, { secrets, purpose: kind.purpose, text });
  return isWellFormed && isOurs && Number.parseInt(expiry, 36) > now.getTime();
}

/** `<driver id>.<signature>`. */
export const photoLink = (driverId: string, now: Date, secret: string): string =>
  `${driverId}.${sign({ kind: photo, subject: driverId, now, secret })}`;

/** The driver that the link names; undefined when it is forged or has expired. */
export function driverOf(link: string, now: Date, secret: string): string | undefined {
  const [subject = ''] = link.split('.', 1);
  const signature = link.slice(subject.length + 1);
  return isGenuine(signature, { kind: photo, subject, now, secret }) ? subject : undefined;
}

/** The tracking address with `?temperature=<signature of the token>`. */
export function temperaturePageUrl(trackingUrl: string, now: Date, secret: string): string {
  const subject = trackingUrl.slice(trackingUrl.lastIndexOf('/') + 1);
  return `${trackingUrl}?temperature=${sign({ kind: temperatures, subject, now, secret })}`;
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
): boolean => isGenuine(key, { kind: temperatures, subject: token, now, secret });

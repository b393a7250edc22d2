/** Links that show a driver's photo for a while, without a credential. */
import { isSigned, signUntil } from '@svc/kit/expiring-signature';

const lifeMs = 15 * 60 * 1000;
const purpose = 'driver-photo';

/** `<driver id>.<expiring signature>`. */
export const photoLink = (driverId: string, now: Date, secret: string): string =>
  `${driverId}.${signUntil(driverId, new Date(now.getTime() + lifeMs), { secret, purpose })}`;

/** The driver that the link names; undefined when it is forged or has expired. */
export function driverOf(link: string, now: Date, secret: string): string | undefined {
  const [id = ''] = link.split('.', 1);
  const signature = link.slice(id.length + 1);
  return isSigned(id, signature, { now, secret, purpose }) ? id : undefined;
}

import type { CourierDevice, DevicePublicKey, Scope } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';

export const enrolmentLifeMs = 24 * 60 * 60 * 1_000;
/** RFC 7523 leaves it open; more only gives a stolen one more time. */
export const assertionLifeMaxS = 300;
/** Beyond this the device measures its clock offset from the `Date` header of responses. */
export const clockToleranceS = 30;
export const deviceScopes: readonly Scope[] = ['ops:courier'];

export interface Assertion {
  jti: string;
  expires_at: Date;
}

export interface DeviceDriver {
  tenant_id: string;
  driver_id: string;
}

export interface CourierDeviceRecord {
  id: string;
  driver_id: string;
  name: string;
  public_key: DevicePublicKey;
  key_thumbprint: string;
  created_at: Date;
  last_used_at: Date | null;
}

export const toCourierDevice = ({
  public_key: _,
  created_at,
  last_used_at,
  ...device
}: CourierDeviceRecord): CourierDevice => ({
  object: 'courier_device',
  ...device,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

export const unknownCourierDevice = (): Refusal =>
  new Refusal('courier_device_not_found', "There is no courier's device with this id.");

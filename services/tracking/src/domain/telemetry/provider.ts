import type { Device as DeviceResource, TelemetryProvider } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { overlappingSecret, type RotatingSecret, rotated } from '@svc/kit/rotating-secret';

/** Secrets are encrypted. */
export interface ProviderRecord extends RotatingSecret {
  id: string;
  name: string;
  client_id: string;
  created_at: Date;
}

/** The secret in use becomes the old one, for 24 hours; one that was old already ends at once. */
export const rotateSecret = (provider: ProviderRecord, secret: string, now: Date) => ({
  ...provider,
  ...rotated(provider.secret, secret, now),
});

/** The encrypted secrets that a batch may be signed with at this moment. */
export function validSecrets(provider: ProviderRecord, now: Date): string[] {
  const old = overlappingSecret(provider, now);
  return old === undefined ? [provider.secret] : [provider.secret, old];
}

/** A provider of another carrier answers as one that is not there. */
export function requireProvider(provider: ProviderRecord | undefined): ProviderRecord {
  if (!provider) throw new Refusal('provider_not_found', 'No telemetry provider with this id.');
  return provider;
}

/** Provider as its carrier sees it; never with a secret. */
export const toProviderResource = (provider: ProviderRecord): TelemetryProvider => ({
  object: 'telemetry_provider',
  id: provider.id,
  name: provider.name,
  client_id: provider.client_id,
  created_at: provider.created_at.toISOString(),
});

export interface DeviceRecord {
  id: string;
  device_id: string;
  vehicle_id: string;
  created_at: Date;
}

export const toDeviceResource = ({ created_at, ...device }: DeviceRecord): DeviceResource => ({
  object: 'device',
  ...device,
  created_at: created_at.toISOString(),
});

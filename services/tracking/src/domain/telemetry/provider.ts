import type {
  Device as DeviceResource,
  TelematicsFormat,
  TelemetryProvider,
  TemperatureClass,
} from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { overlappingSecret, type RotatingSecret, rotated } from '@svc/kit/rotating-secret';

/** Sums of a provider's feeds. */
export interface ProviderStatus {
  device_count: number;
  last_reading_at: Date | null;
}

/** Secrets are encrypted. Those of a provider with a format were never shown: it signs nothing. */
export interface ProviderRecord extends RotatingSecret {
  id: string;
  name: string;
  /** Its client, or the API key of one with a format. */
  client_id: string;
  /** Null: signed batches. */
  format: TelematicsFormat | null;
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

/** Only a provider that is registered with the format may forward it. */
export function requireForwarder(
  provider: ProviderRecord | undefined,
  format: TelematicsFormat,
): ProviderRecord {
  if (provider) return provider;
  throw new Refusal(
    'provider_not_found',
    `Your credential belongs to no telemetry provider with the format ${format}.`,
  );
}

/** Provider as its carrier sees it; never with a secret. */
export const toProviderResource = (
  provider: ProviderRecord,
  status?: ProviderStatus,
): TelemetryProvider => ({
  object: 'telemetry_provider',
  id: provider.id,
  name: provider.name,
  client_id: provider.client_id,
  format: provider.format,
  created_at: provider.created_at.toISOString(),
  device_count: status?.device_count ?? 0,
  last_reading_at: status?.last_reading_at?.toISOString() ?? null,
});

export interface DeviceRecord {
  id: string;
  device_id: string;
  vehicle_id: string;
  temperature_class: TemperatureClass | null;
  /** `YYYY-MM-DD`, of temperatures that are sent without one. */
  calibrated_until: string | null;
  /** The asset that it is in. */
  asset_id: string | null;
  created_at: Date;
}

/** Of the newest readings in its present vehicle. */
export interface DeviceStatus {
  last_reading_at: Date | null;
  temperature_mc: number | null;
  calibrated_until: string | null;
}

const celsiusOf = (milli: number | null | undefined): number | null =>
  typeof milli === 'number' ? milli / 1_000 : null;

export const toDeviceResource = (
  { created_at, calibrated_until, ...device }: DeviceRecord,
  status?: DeviceStatus,
): DeviceResource => ({
  object: 'device',
  ...device,
  created_at: created_at.toISOString(),
  last_reading_at: status?.last_reading_at?.toISOString() ?? null,
  temperature_c: celsiusOf(status?.temperature_mc),
  calibrated_until: status?.calibrated_until ?? calibrated_until,
});

import type { TelemetryProvider } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';

/** After a rotation the old secret is valid for this long. */
const overlapMs = 24 * 3_600_000;

/** Secrets are sealed. */
export interface ProviderRecord {
  id: string;
  name: string;
  client_id: string;
  secret: string;
  old_secret: string | null;
  old_secret_expires_at: Date | null;
  created_at: Date;
}

/** The secret in use becomes the old one, for 24 hours; one that was old already ends at once. */
export const rotateSecret = (provider: ProviderRecord, secret: string, now: Date) => ({
  ...provider,
  secret,
  old_secret: provider.secret,
  old_secret_expires_at: new Date(now.getTime() + overlapMs),
});

/** The sealed secrets that a batch may be signed with at this moment. */
export function validSecrets(provider: ProviderRecord, now: Date): string[] {
  const { secret, old_secret, old_secret_expires_at } = provider;
  const isOverlapping = old_secret_expires_at !== null && now < old_secret_expires_at;
  return old_secret !== null && isOverlapping ? [secret, old_secret] : [secret];
}

/** A provider of another carrier answers as one that is not there. */
export function requireProvider(provider: ProviderRecord | undefined): ProviderRecord {
  if (!provider) throw new Refusal('provider_not_found', 'No telemetry provider with this id.');
  return provider;
}

/** What its carrier sees; never a secret. */
export const toProviderResource = (provider: ProviderRecord): TelemetryProvider => ({
  object: 'telemetry_provider',
  id: provider.id,
  name: provider.name,
  client_id: provider.client_id,
  created_at: provider.created_at.toISOString(),
});

import { publicEventTypes, type Webhook } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';

/** After a rotation the old secret is valid for this long. */
const overlapMs = 24 * 3_600_000;

/** Secrets are sealed. */
export interface Endpoint {
  id: string;
  url: string;
  events: string[];
  status: Webhook['status'];
  disabled_at: Date | null;
  secret: string;
  /** Counts rotations. */
  secret_version: number;
  old_secret: string | null;
  old_secret_expires_at: Date | null;
  created_at: Date;
}

export const everyType = '*';
const known: ReadonlySet<string> = new Set([everyType, ...publicEventTypes]);

/** An endpoint may want any public type, each once, or `*` for all that there are and will be. */
export function wantedTypes(events: readonly string[]): string[] {
  const unknown = events.find((type) => !known.has(type));
  if (unknown !== undefined) {
    throw new Refusal('unknown_event_type', `There is no event type ${JSON.stringify(unknown)}.`);
  }
  return [...new Set(events)];
}

/** The secret in use becomes the old one, for 24 hours; one that was old already ends at once. */
export const rotated = (endpoint: Endpoint, secret: string, now: Date) => ({
  ...endpoint,
  secret,
  secret_version: endpoint.secret_version + 1,
  old_secret: endpoint.secret,
  old_secret_expires_at: new Date(now.getTime() + overlapMs),
});

/** Disabling remembers when, so that what was queued before can be told from later replays. */
export const withStatus = (endpoint: Endpoint, status: Webhook['status'], now: Date): Endpoint => ({
  ...endpoint,
  status,
  disabled_at: status === 'active' ? null : (endpoint.disabled_at ?? now),
});

/** What its owner sees; never a secret. */
export const toResource = ({ id, url, events, status, created_at }: Endpoint): Webhook => ({
  id,
  object: 'webhook',
  url,
  events,
  status,
  created_at: created_at.toISOString(),
});

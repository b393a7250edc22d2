import { publicEventTypes, type Webhook } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import { type RotatingSecret, rotated } from '@svc/kit/rotating-secret';
import { hintFor } from '@svc/text/nearest-name';

/** Secrets are encrypted. */
export interface Endpoint extends RotatingSecret {
  id: string;
  url: string;
  events: string[];
  status: Webhook['status'];
  disabled_at: Date | null;
  /** Counts rotations. */
  secret_version: number;
  created_at: Date;
}

export const everyType = '*';
const known: ReadonlySet<string> = new Set([everyType, ...publicEventTypes]);

/** An endpoint subscribes to public types, each once, or to `*`: all types, also future ones. */
export function requireKnownTypes(events: readonly string[]): string[] {
  const at = events.findIndex((type) => !known.has(type));
  const unknown = events[at];
  if (unknown !== undefined) {
    const detail = `There is no event type ${JSON.stringify(unknown)}. ${hintFor(unknown, [...known])}`;
    throw new Refusal('unknown_event_type', detail, { path: ['events', at] });
  }
  return [...new Set(events)];
}

/** A tenant has a bounded number of endpoints, disabled ones among them. */
export function requireFreeEndpoint(endpoints: number, max: number): void {
  if (endpoints < max) return;
  throw new Refusal(
    'too_many_endpoints',
    `You have ${endpoints} endpoints, and ${max} is the most. Delete one that you no longer need.`,
  );
}

/** Rotation: the current secret stays valid for 24 hours; the previous one ends immediately. */
export const withRotatedSecret = (endpoint: Endpoint, secret: string, now: Date) => ({
  ...endpoint,
  ...rotated(endpoint.secret, secret, now),
  secret_version: endpoint.secret_version + 1,
});

/** Disabling stores its time, which separates abandoned deliveries from later replays. */
export const withStatus = (endpoint: Endpoint, status: Webhook['status'], now: Date): Endpoint => ({
  ...endpoint,
  status,
  disabled_at: status === 'active' ? null : (endpoint.disabled_at ?? now),
});

/** Public resource, without secrets. */
export const toWebhookResource = ({ id, url, events, status, created_at }: Endpoint): Webhook => ({
  id,
  object: 'webhook',
  url,
  events,
  status,
  created_at: created_at.toISOString(),
});

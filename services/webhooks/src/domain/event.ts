import { type Envelope, type PublicEvent, publicEventTypes } from '@svc/contracts';

const types: ReadonlySet<string> = new Set(publicEventTypes);

/** Subscribers meet the public types alone, and a tenant its own events alone. */
export const isPublic = ({ type, tenant_id }: Pick<Envelope, 'type' | 'tenant_id'>): boolean =>
  types.has(type) && tenant_id !== '';

/** A public event whose number in its job is not known yet; `data` is all that leaves the house. */
export type Unnumbered = Omit<PublicEvent, 'sequence'>;

/**
 * The bytes of every attempt: what stands before the number, and what stands after it. They are
 * stored, so that a later version of this function changes no body under way.
 */
export function bodyAround(event: Unnumbered): { head: string; tail: string } {
  const { id, type, created_at, tenant_id, job_id, data } = event;
  const head = JSON.stringify({ id, type, created_at, tenant_id, job_id });
  return { head: `${head.slice(0, -1)},"sequence":`, tail: `,"data":${JSON.stringify(data)}}` };
}

const endings: ReadonlySet<string> = new Set([
  'delivery.completed',
  'return.completed',
  'job.cancelled',
]);

/** After one of these little is still said about a job: proof, certificate, an incident. */
export const endsJob = (type: string): boolean => endings.has(type);

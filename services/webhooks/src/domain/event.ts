import { type Envelope, publicEventTypes } from '@svc/contracts';

const types: ReadonlySet<string> = new Set(publicEventTypes);

/** Only events of a public type and of a tenant are delivered. */
export const isPublic = ({ type, tenant_id }: Pick<Envelope, 'type' | 'tenant_id'>): boolean =>
  types.has(type) && tenant_id !== '';

/** A public event before its sequence number is assigned. */
export type UnnumberedEvent = Omit<Envelope, 'producer' | 'series' | 'sequence' | 'internals'>;

/**
 * Serialized body, split around the sequence number, which the database inserts. Stored, so that a
 * later version of this function does not change the bytes of pending deliveries.
 */
export function splitBody(event: UnnumberedEvent): { head: string; tail: string } {
  const { id, type, created_at, tenant_id, job_id, data } = event;
  const head = JSON.stringify({ id, type, created_at, tenant_id, job_id });
  return { head: `${head.slice(0, -1)},"sequence":`, tail: `,"data":${JSON.stringify(data)}}` };
}

const endings: ReadonlySet<string> = new Set([
  'delivery.completed',
  'return.completed',
  'job.cancelled',
]);

/** Ends a job; few events follow (proof, certificate, incident). */
export const endsJob = (type: string): boolean => endings.has(type);

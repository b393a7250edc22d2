import type { DataOf, incident, partner } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { z } from 'zod';
import type { JobRecord } from './job.ts';

type IncidentResource = z.infer<typeof incident>;

/** A mishap of a job, whether or not its state changed. */
export interface IncidentRecord {
  tenant_id: string;
  id: string;
  job_id: string;
  category: IncidentResource['category'];
  severity: IncidentResource['severity'];
  description: string;
  reported_by: string;
  occurred_at: Date;
  photo_file_id: string | null;
  /** Idempotency-Key that a device signed with it; null if unsigned. */
  device_jti: string | null;
  /** SHA-256 of the device's signature; null if unsigned, and for incidents of earlier versions. */
  device_signature_sha256: string | null;
}

type Mismatch = DataOf<(typeof partner)['events']['manifest.mismatched']>;

/** Maximum number of missing, and of unexpected, barcodes in a description. */
const namedMax = 20;

/** Describes listed and scanned counts, and the differing barcodes where they are known. */
export function describeMismatch({ manifest_id, listed, scanned, missing, unexpected }: Mismatch) {
  const named = (what: string, barcodes: readonly string[]) => {
    const more = barcodes.length > namedMax ? ' …' : '';
    return barcodes.length > 0 ? ` ${what}: ${barcodes.slice(0, namedMax).join(', ')}${more}.` : '';
  };
  const counts = `Manifest ${manifest_id} lists ${listed} specimens, ${scanned} were scanned.`;
  return counts + named('Missing', missing) + named('Not listed', unexpected);
}

/** Tolerance for device clocks that are ahead, ms. */
const aheadMsMax = 60_000;

/** Time of an incident or message: not before the booking of its job, and at most 60 s ahead. */
export function reportedTime(
  { ref, created_at }: Pick<JobRecord, 'ref' | 'created_at'>,
  { now, at }: { now: Date; at: Date | undefined },
): Date {
  if (at === undefined) return now;
  if (at < created_at) {
    throw new Refusal(
      'invalid_time',
      `Job ${ref} was booked later, at ${created_at.toISOString()}.`,
    );
  }
  if (at.getTime() > now.getTime() + aheadMsMax) {
    throw new Refusal('invalid_time', 'The time lies more than 60 s in the future.');
  }
  return at;
}

export const toIncident = (incident: IncidentRecord): IncidentResource => ({
  object: 'incident',
  id: incident.id,
  job_id: incident.job_id,
  category: incident.category,
  severity: incident.severity,
  description: incident.description,
  occurred_at: incident.occurred_at.toISOString(),
});

/** Boxes, crates and cages that change hands with the parcels in them. */
import type { OutputOf, tracking } from '@svc/contracts';

type PackedUnits = Pick<
  OutputOf<(typeof tracking)['actions']['boxesOfCourier']>,
  'boxes' | 'whole'
>;

export interface TransferUnits {
  /** Labels; those that hold parcels of the job. */
  units: readonly string[];
  /** Parcels of the job in units that were scanned; undefined if none of these holds any. */
  parcels_scanned?: number;
}
export const noUnits: TransferUnits = { units: [] };

/** Units that go along with a job: those scanned that hold its parcels; without scans the whole ones. */
export function transferUnits(
  jobId: string,
  { boxes, whole = [] }: PackedUnits,
  scanned: readonly string[] | undefined,
): TransferUnits {
  // Both absent in answers of a tracking of the version before.
  const own = boxes
    .filter(({ job_id }) => job_id === jobId)
    .map(({ identifier, units = [], parcels }) => ({ labels: [identifier, ...units], parcels }));
  const holds = (label: string) => own.some(({ labels }) => labels.includes(label));
  const units = [...new Set(scanned ?? whole)].filter(holds);
  if (scanned === undefined || units.length === 0) return { units };
  const inside = own.filter(({ labels }) => labels.some((label) => units.includes(label)));
  return { units, parcels_scanned: inside.reduce((sum, { parcels }) => sum + parcels, 0) };
}

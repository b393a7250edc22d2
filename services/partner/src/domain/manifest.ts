/** Specimen manifests of laboratories, courier scans, and their reconciliation. */
import type { ManifestRequest, Manifest as ManifestResource, Specimen } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';

export interface ManifestRecord {
  tenant_id: string;
  id: string;
  status: ManifestResource['status'];
  route_id: string | null;
  run_on: string | null;
  job_id: string | null;
  specimens: Specimen[];
  specimen_count: number;
  scanned_count: number | null;
  digest: string;
  created_at: Date;
}

/** Courier scan of one collection. */
export interface Scan {
  parcels_scanned: number;
  /** Null where only the number was recorded. */
  barcodes: string[] | null;
}

/** Names of fields that identify a person or a condition, in any spelling. */
const personal =
  /patient|surname|birth|diagnos|^(name|firstname|lastname|fullname|initials|idnumber|idno|nationalid|passport|passportnumber|dob|gender|sex|age|email|phone|telephone|cell|mobile|address|icd10|icdcode|icd10code|medicalaid|medicalaidnumber|membernumber|hivstatus|testresult)$/;

/** Checks field names at every depth, before any other validation. */
export function requireNoPatientData(sent: unknown): void {
  if (Array.isArray(sent)) {
    for (const each of sent) requireNoPatientData(each);
  } else if (typeof sent === 'object' && sent !== null) {
    for (const [key, value] of Object.entries(sent)) {
      if (personal.test(key.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))) {
        throw new Refusal('patient_data_not_allowed', 'A field looks like patient data.');
      }
      requireNoPatientData(value);
    }
  }
}

/** A manifest is for a run of a route or for one job. */
export function targetOf({
  route_id,
  job_id,
}: ManifestRequest): { route_id: string } | { job_id: string } {
  if (route_id !== undefined && job_id === undefined) return { route_id };
  if (job_id !== undefined && route_id === undefined) return { job_id };
  throw new Refusal('invalid_target', 'Send exactly one of route_id and job_id.');
}

/** Stored form: known fields only, in the order of their barcodes, each barcode once. */
export function specimensOf({ specimens }: ManifestRequest): Specimen[] {
  const kept = specimens
    .map(({ barcode, container, temperature_class, un_number }) => ({
      barcode,
      container,
      temperature_class,
      un_number,
    }))
    .toSorted((a, b) => (a.barcode < b.barcode ? -1 : 1));
  if (kept.some(({ barcode }, place) => barcode === kept[place + 1]?.barcode)) {
    throw new Refusal('duplicate_barcode', 'A barcode stands in the manifest twice.');
  }
  return kept;
}

export interface Reconciliation {
  listed: number;
  scanned: number;
  missing: string[];
  unexpected: string[];
  isMatch: boolean;
}

/** Matches by barcode if all scans have barcodes, otherwise by number. */
export function reconcile(
  manifests: readonly Pick<ManifestRecord, 'specimens'>[],
  scans: readonly Scan[],
): Reconciliation {
  const listed = new Set(manifests.flatMap(({ specimens }) => specimens.map((s) => s.barcode)));
  const barcodes = scans.every((scan) => scan.barcodes !== null)
    ? new Set(scans.flatMap((scan) => scan.barcodes ?? []))
    : undefined;
  if (!barcodes) {
    const scanned = scans.reduce(
      (sum, scan) => sum + (scan.barcodes?.length ?? scan.parcels_scanned),
      0,
    );
    const isMatch = scanned === listed.size;
    return { listed: listed.size, scanned, missing: [], unexpected: [], isMatch };
  }
  const missing = [...listed].filter((each) => !barcodes.has(each));
  const unexpected = [...barcodes].filter((each) => !listed.has(each));
  const isMatch = missing.length + unexpected.length === 0;
  return { listed: listed.size, scanned: barcodes.size, missing, unexpected, isMatch };
}

export function existingManifest(manifest: ManifestRecord | undefined): ManifestRecord {
  if (!manifest) throw new Refusal('manifest_not_found', 'No manifest with this id.');
  return manifest;
}

export const toManifestResource = (manifest: ManifestRecord): ManifestResource => ({
  object: 'manifest',
  id: manifest.id,
  status: manifest.status,
  route_id: manifest.route_id,
  run_on: manifest.run_on,
  job_id: manifest.job_id,
  specimen_count: manifest.specimen_count,
  scanned_count: manifest.scanned_count,
  digest: manifest.digest,
  created_at: manifest.created_at.toISOString(),
});

/** Reconciliation of manifests with courier scans, once the job or the whole run is collected. */
import type { Kysely } from 'kysely';
import type { PartnerEmit } from '../define.ts';
import { type ManifestRecord, reconcile, type Scan } from '../domain/manifest.ts';
import { isPending } from '../domain/route.ts';
import {
  closeManifests,
  listCollections,
  lockOpenManifests,
  lockTarget,
  type ManifestTarget,
} from '../store/manifests.ts';
import type { Tables } from '../store/schema.ts';
import { listRunStops } from '../store/stops.ts';

interface ReconcileContext {
  db: Kysely<Tables>;
  tenant: string;
  emit: PartnerEmit;
}

/**
 * Manifest and collection may arrive in either order or concurrently: the target's lock serializes
 * them, and each open manifest is reconciled once.
 */
export async function reconcileManifests(
  { db, tenant, emit }: ReconcileContext,
  target: ManifestTarget,
): Promise<void> {
  await lockTarget(db, tenant, target);
  const manifests = await lockOpenManifests(db, tenant, target);
  if (manifests.length === 0) return;
  const collected = await findCollected(db, tenant, target);
  if (!collected) return;
  const { scans, job_id } = collected;
  const { isMatch, ...difference } = reconcile(manifests, scans);
  const ids = manifests.map(({ id }) => id);
  const outcome: Pick<ManifestRecord, 'status' | 'scanned_count'> = {
    status: isMatch ? 'matched' : 'mismatched',
    scanned_count: difference.scanned,
  };
  await closeManifests(db, tenant, { ids, ...outcome });
  const [manifest_id] = ids;
  if (isMatch || !manifest_id || job_id === undefined) return;
  const options = { jobId: job_id, tenant };
  emit('manifest.mismatched', { manifest_id, job_id, ...difference }, {}, options);
}

interface Collected {
  scans: Scan[];
  /** Job that the mismatch is reported on: the last collected one of a run. */
  job_id: string | undefined;
}

/** Undefined until the target is collected; a run is when none of its stops is pending. */
async function findCollected(
  db: Kysely<Tables>,
  tenant: string,
  target: ManifestTarget,
): Promise<Collected | undefined> {
  if ('job_id' in target) {
    const scans = await listCollections(db, tenant, [target.job_id]);
    return scans.length > 0 ? { scans, job_id: target.job_id } : undefined;
  }
  const stops = await listRunStops(db, tenant, target);
  if (stops.length === 0 || stops.some(isPending)) return undefined;
  const jobs = stops.flatMap(({ job_id }) => job_id ?? []);
  const scans = await listCollections(db, tenant, jobs);
  return { scans, job_id: scans.at(-1)?.job_id ?? jobs.at(-1) };
}

/** Compares manifests with what was scanned, once all that they list should have been collected. */
import type { partner } from '@svc/contracts';
import type { Emit } from '@svc/kit/bind';
import type { Kysely } from 'kysely';
import { compare, type Manifest, type Scan } from './domain/manifest.ts';
import type { RouteStop } from './domain/route.ts';
import {
  closeManifests,
  listCollections,
  lockOpenManifests,
  lockTarget,
  type Target,
} from './store/manifests.ts';
import type { Tables } from './store/schema.ts';
import { listRunStops } from './store/stops.ts';

interface Writing {
  db: Kysely<Tables>;
  tenant: string;
  emit: Emit<typeof partner>;
}

/** Manifest and collection may come in either order, and at once. */
export async function compareCollected(
  { db, tenant, emit }: Writing,
  target: Target,
): Promise<void> {
  await lockTarget(db, tenant, target);
  const manifests = await lockOpenManifests(db, tenant, target);
  if (manifests.length === 0) return;
  const collected = await collectedOf(db, tenant, target);
  if (!collected) return;
  const { scans, job_id } = collected;
  const { isMatch, ...difference } = compare(manifests, scans);
  const ids = manifests.map(({ id }) => id);
  const outcome: Pick<Manifest, 'status' | 'scanned_count'> = {
    status: isMatch ? 'matched' : 'mismatched',
    scanned_count: difference.scanned,
  };
  await closeManifests(db, tenant, ids, outcome);
  const [manifest_id] = ids;
  if (isMatch || !manifest_id || job_id === undefined) return;
  const options = { jobId: job_id, tenant };
  emit('manifest.mismatched', { manifest_id, job_id, ...difference }, {}, options);
}

interface Collected {
  scans: Scan[];
  /** The job that stands for all of them. */
  job_id: string | undefined;
}

/** A run is collected when none of its stops is still to come. */
async function collectedOf(
  db: Kysely<Tables>,
  tenant: string,
  target: Target,
): Promise<Collected | undefined> {
  if ('job_id' in target) {
    const scans = await listCollections(db, tenant, [target.job_id]);
    return scans.length > 0 ? { scans, job_id: target.job_id } : undefined;
  }
  const stops = await listRunStops(db, tenant, target);
  if (stops.length === 0 || stops.some(isToCome)) return undefined;
  const jobs = stops.flatMap(({ job_id }) => job_id ?? []);
  const scans = await listCollections(db, tenant, jobs);
  return { scans, job_id: scans.at(-1)?.job_id ?? jobs.at(-1) };
}

export const isToCome = ({ status }: RouteStop): boolean => status === 'due' || status === 'booked';

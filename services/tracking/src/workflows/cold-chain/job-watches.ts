/** Which probes count for jobs: those of their boxes, else those of their vehicles. */
import type { Kysely } from 'kysely';
import { watchOfBoxes } from '../../domain/boxes/box-watch.ts';
import { joinedWatch, type ProbeWatch, watchOf } from '../../domain/cold-chain/probe-watch.ts';
import type { TraceWindow } from '../../domain/cold-chain/reading.ts';
import { holdsIn, vehiclesOf } from '../../domain/holds.ts';
import type { TrackedJobRecord } from '../../domain/tracked-job.ts';
import { listJobBoxes, type ProbeKey } from '../../store/boxes/job-boxes.ts';
import type { Tables } from '../../store/schema.ts';
import { listVehicleLoads } from '../../store/vehicle-loads.ts';

type HeldName = 'vehicle_id' | 'earlier_holds';
export type WatchedJobKey = Pick<
  TrackedJobRecord,
  HeldName | 'tenant_id' | 'job_id' | 'temperature_class' | 'temperature_profile'
>;
interface JobWatch {
  /** Within the window that was read. */
  watchIn: (window: TraceWindow) => ProbeWatch;
  /** Vehicles under which its probes report. */
  vehicleIds: readonly string[];
  /** Probes of its boxes, of which files may be uploaded. */
  probeKeys: readonly ProbeKey[];
}

export async function listWatches(
  db: Kysely<Tables>,
  jobs: readonly WatchedJobKey[],
  read: TraceWindow,
): Promise<(job: WatchedJobKey) => JobWatch> {
  const boxes = await listJobBoxes(db, jobs, read);
  const open = jobs.filter(({ job_id }) => !boxes(job_id)).flatMap(vehiclesOf);
  const loads = open.length > 0 ? await listVehicleLoads(db, open, read) : undefined;
  return (job) => {
    const boxed = boxes(job.job_id);
    const held = vehiclesOf(job);
    if (boxed) {
      const vehicleIds = [...new Set([...held, ...boxed.vehicleIds])];
      const { probeKeys } = boxed;
      return { watchIn: (window) => watchOfBoxes(boxed, window), vehicleIds, probeKeys };
    }
    const loadOf = (id: string) => loads?.(id) ?? { placements: [], parcels: [] };
    const watchIn = (window: TraceWindow) =>
      joinedWatch(
        holdsIn(job, window).map(({ vehicleId, isLeft, ...part }) => ({
          watch: watchOf(loadOf(vehicleId), part, job),
          leaves: isLeft ? part.to : undefined,
        })),
      );
    return { watchIn, vehicleIds: held, probeKeys: [] };
  };
}

/** A job as the control desk works with it, from the job and the parts of other services. */
import type { deskJobDetail, Instructions } from '@svc/contracts';
import type { z } from 'zod';
import { type SitesById, toStop } from './courier-stops.ts';
import type { JobRecord } from './job.ts';
import { toUndo } from './last-change.ts';
import { toDeskLegs } from './legs.ts';
import { type Addresses, toDeskJob } from './resource.ts';

type DeskJobDetail = z.infer<typeof deskJobDetail>;
/** Null where the service is unavailable. */
export type DeskParts = Pick<DeskJobDetail, 'tracking' | 'custody' | 'deliveries'> & {
  sites: SitesById;
};
type Inputs = DeskParts &
  Pick<DeskJobDetail, 'timeline'> & { instructions: Instructions; addresses: Addresses };

export function toDeskDetail(job: JobRecord, inputs: Inputs): DeskJobDetail {
  const { sites, instructions, addresses, timeline, tracking, custody, deliveries } = inputs;
  const { assignment } = job;
  return {
    ...toDeskJob(job, addresses),
    pickup: toStop(job.pickup, sites),
    dropoff: toStop(job.dropoff, sites),
    ...instructions,
    driver: assignment && {
      driver_id: assignment.driver_id,
      first_name: assignment.driver_first_name,
    },
    vehicle: assignment && {
      vehicle_id: assignment.vehicle_id,
      registration: assignment.registration,
    },
    undo: toUndo(job),
    legs: toDeskLegs(job),
    parcel_items: job.parcel_items,
    timeline,
    tracking,
    custody,
    deliveries,
  };
}

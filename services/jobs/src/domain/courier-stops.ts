/** A job as its courier reads it, from the job, its sites and its instructions. */
import type { BookingSite, courierStops, Instructions, SiteDetails } from '@svc/contracts';
import type { z } from 'zod';
import { noInstructions } from './instructions.ts';
import type { JobRecord } from './job.ts';
import { toCourierJob } from './resource.ts';

type CourierStops = z.infer<typeof courierStops>;
export type SitesById = ReadonlyMap<string, SiteDetails>;

/** Over for its courier: a job that failed at the drop-off continues as its return. */
const isOver = ({ status, return_job_id }: JobRecord): boolean =>
  status === 'delivered' || status === 'cancelled' || return_job_id !== null;

/** Name and place are those of the booking; the rest is the site's as it is now. */
export function toStop({ site_id, name, position, time_zone }: BookingSite, sites: SitesById) {
  const site = sites.get(site_id);
  return {
    site_id,
    name,
    address: site?.address ?? '',
    phone: site?.phone ?? null,
    position,
    time_zone,
    receiving_hours: site?.receiving_hours ?? '',
  };
}

export const toCourierStops = (
  job: JobRecord,
  { sites, instructions }: { sites: SitesById; instructions: Instructions },
): CourierStops => ({
  ...toCourierJob(job),
  pickup: toStop(job.pickup, sites),
  dropoff: toStop(job.dropoff, sites),
  ...(isOver(job) ? noInstructions : instructions),
});

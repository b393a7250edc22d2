/** A job as its courier reads it, from the job, its sites and its instructions. */
import type {
  BookingSite,
  CourierBoxes,
  courierStops,
  Instructions,
  MessageState,
  SiteDetails,
} from '@svc/contracts';
import { parcelCode } from '@svc/text/codes/parcel-code';
import type { z } from 'zod';
import type { Expected } from './hub.ts';
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

interface StopParts {
  sites: SitesById;
  boxes: CourierBoxes;
  instructions: Instructions;
  messages: MessageState | undefined;
}
const noMessages: MessageState = { unread: 0, changed_at: null };

export const toCourierStops = (
  job: JobRecord,
  { sites, boxes, instructions, messages = noMessages }: StopParts,
): CourierStops => ({
  ...toCourierJob(job),
  pickup: toStop(job.pickup, sites),
  dropoff: toStop(job.dropoff, sites),
  ...(isOver(job) ? noInstructions : instructions),
  messages,
  ...boxes,
});

/** Beside the stops of a job that is taken over: the hub, and the codes that scanners read. */
export function toExpected({ job, hub, is_kept, due_at }: Expected, sites: SitesById) {
  const { site_id, registration } = hub;
  const { name, position, time_zone } = sites.get(site_id) ?? {
    ...job.dropoff,
    name: registration,
  };
  const place = { site_id, name, position, time_zone };
  return {
    hub: { ...toStop(place, sites), registration, is_kept },
    due_at,
    codes: job.parcel_items.flatMap(({ id, barcode, sscc = null }) => [
      parcelCode({ id, sscc }).value,
      ...(barcode === null ? [] : [barcode]),
    ]),
  };
}

/** A leg of a job, as it is planned and as it was. */
import type { AssignmentFact, PlannedLeg } from '@svc/contracts';

/** A vehicle that stands at a site. */
export interface HubVehicle {
  vehicle_id: string;
  registration: string;
  site_id: string;
}

/** Times RFC 3339. */
export interface LegRecord extends Pick<PlannedLeg, 'share_percent'> {
  /** Hub at its end; null for the drop-off. */
  hub: HubVehicle | null;
  due_at: string | null;
  /** Driver and vehicle; null if that is open. The first leg has the assignment of the job. */
  crew: AssignmentFact | null;
  departed_at: string | null;
  arrived_at: string | null;
  parcels_scanned: number | null;
}

export const openLeg: LegRecord = {
  ...{ hub: null, due_at: null, crew: null, share_percent: null },
  ...{ departed_at: null, arrived_at: null, parcels_scanned: null },
};

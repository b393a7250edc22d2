/** Jobs that are not over, as far as planning needs them. */
import type { BookingSite, Priority, TemperatureClass } from '@svc/contracts';
import type { JobRecord } from './job.ts';

export interface PlannedWindow {
  id: string;
  ref: string;
  starts_at: Date;
  sla_due: Date;
  temperature_class: TemperatureClass | null;
  parcels: number;
}
export interface PlannedStop extends PlannedWindow {
  dropoff: BookingSite;
}
export interface PlannedJob
  extends PlannedStop,
    Pick<
      JobRecord,
      | 'tenant_name'
      | 'version'
      | 'last_change'
      | 'status'
      | 'pickup'
      | 'assignment'
      | 'temperature_profile'
    > {
  service: string;
  priority: Priority;
}

/** Open jobs of a driver, the next due first, and the vehicle of the newest assignment. */
export interface DriverLoad {
  jobs: PlannedJob[];
  vehicle_id: string | null;
}

/** Responses of the API, reduced to what this app reads. */
import type { HandOffRequirements } from '@svc/contracts/jobs/hand-off-fields';
import type { JobStatus } from '../domain/action.ts';

interface Contact {
  name: string;
  phone: string;
}
export interface RunStop {
  site_id: string;
  name: string;
  address: string;
  phone: string | null;
  position: { lat: number; lng: number } | null;
  receiving_hours: string;
}

export interface MovedJobState {
  id: string;
  status: JobStatus;
  seal: string | null;
  return_job_id: string | null;
}

/** `courier_job` of the run. */
export interface CourierJob extends MovedJobState {
  ref: string;
  pickup: RunStop;
  dropoff: RunStop;
  parcels: number;
  un_number: string | null;
  temperature_class: string | null;
  temperature_range_c: { min: number; max: number } | null;
  starts_at: string;
  sla_due: string;
  requirements: HandOffRequirements & {
    /** Agreed outcome for parcels that cannot be handed over; absent for their way back. */
    undeliverable?: 'return' | 'ask_desk';
  };
  note: string;
  pickup_contact: Contact | null;
  dropoff_contact: Contact | null;
}

export interface CourierRun {
  data: readonly CourierJob[];
  has_more: boolean;
}

/** Responses of the API, reduced to what this app reads. */
import type { HandOffRequirements } from '@svc/contracts/jobs/hand-off-fields';
import type { JobStatus } from '../domain/action.ts';
import type { PackedBox } from '../domain/transfer-code.ts';

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
  /** Both absent in answers of the version before. */
  temperature_profile?: string | null;
  dry_ice_kg?: number | null;
  starts_at: string;
  sla_due: string;
  requirements: HandOffRequirements & {
    /** Agreed outcome for parcels that cannot be handed over; absent for their way back. */
    undeliverable?: 'return' | 'ask_desk';
  };
  /** Absent in answers of the version before. */
  messages?: { unread: number; changed_at: string | null };
  /** Both absent in answers of the version before. */
  boxes?: readonly PackedBox[];
  take_along?: readonly { identifier: string; site_id: string }[];
  note: string;
  pickup_contact: Contact | null;
  dropoff_contact: Contact | null;
}

/** `job_message`. */
export interface ThreadMessage {
  id: string;
  from: 'desk' | 'courier';
  text: string;
  written_at: string;
  read_at: string | null;
}

/** Taken over at a hub. */
export interface ExpectedJob extends Pick<CourierJob, 'id' | 'ref' | 'parcels' | 'boxes'> {
  hub: RunStop & { registration: string; is_kept: boolean };
  due_at: string | null;
  /** On its parcels, as scanners read them. */
  codes: readonly string[];
}

export interface CourierRun {
  data: readonly CourierJob[];
  has_more: boolean;
  /** All three absent in answers of the version before. */
  transfer_code?: string;
  /** The hub that this person keeps. */
  hub?: string | null;
  expected?: readonly ExpectedJob[];
}

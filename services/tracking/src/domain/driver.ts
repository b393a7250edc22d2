import type { Driver } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { ComplianceDocument } from './compliance-document.ts';

export interface DriverRecord {
  id: string;
  first_name: string;
  last_name: string;
  photo_key: string | null;
  photo_media_type: string | null;
  client_id: string | null;
  created_at: Date;
  documents: ComplianceDocument[];
}

export const toDriverResource = (driver: DriverRecord): Driver => ({
  object: 'driver',
  id: driver.id,
  first_name: driver.first_name,
  last_name: driver.last_name,
  documents: driver.documents,
  has_photo: driver.photo_key !== null,
  client_id: driver.client_id,
  created_at: driver.created_at.toISOString(),
});

/** A driver of another carrier answers as one that is not there. */
export function requireDriver(driver: DriverRecord | undefined): DriverRecord {
  if (!driver) throw new Refusal('driver_not_found', 'No driver with this id.');
  return driver;
}

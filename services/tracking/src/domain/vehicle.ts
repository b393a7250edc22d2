import type { Position, Vehicle } from '@svc/contracts';
import { Refusal } from '@svc/kit/refusal';
import type { ComplianceDocument } from './compliance-document.ts';

export interface VehicleRecord {
  id: string;
  registration: string;
  last_position: Position | null;
  last_seen_at: Date | null;
  created_at: Date;
  documents: ComplianceDocument[];
}

export const toVehicleResource = (vehicle: VehicleRecord): Vehicle => ({
  object: 'vehicle',
  id: vehicle.id,
  registration: vehicle.registration,
  documents: vehicle.documents,
  last_position: vehicle.last_position,
  created_at: vehicle.created_at.toISOString(),
});

export const registrationTaken = (): Refusal =>
  new Refusal('registration_taken', 'Another vehicle has this registration.');

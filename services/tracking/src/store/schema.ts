import type {
  ColdChain,
  JobProfile,
  Position,
  SuspectDecision,
  TracedReading,
} from '@svc/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { AssetRecord } from '../domain/boxes/asset.ts';
import type { BindingRecord } from '../domain/boxes/asset-binding.ts';
import type { HandOutRecord } from '../domain/boxes/hand-out.ts';
import type { LoggerFileRecord } from '../domain/boxes/logger-file.ts';
import type { StoredWatch } from '../domain/cold-chain/probe-watch.ts';
import type { TraceSnapshot } from '../domain/cold-chain/trace-resource.ts';
import type { ComplianceDocumentRecord } from '../domain/compliance-document.ts';
import type { DriverRecord } from '../domain/driver.ts';
import type { ProbeStates } from '../domain/telemetry/probe-state.ts';
import type { DeviceRecord, ProviderRecord } from '../domain/telemetry/provider.ts';
import type { TrackedJobRecord } from '../domain/tracked-job.ts';
import type { VehicleRecord } from '../domain/vehicle.ts';

/** A column of type `json`, written as text. */
type Text<T> = ColumnType<T, string | Extract<T, null>, string | Extract<T, null>>;

export interface Tables {
  driver: Omit<DriverRecord, 'documents' | 'base' | 'shifts'> & {
    tenant_id: string;
    base: Text<DriverRecord['base']>;
    shifts: Text<DriverRecord['shifts']>;
  };
  vehicle: Omit<VehicleRecord, 'documents' | 'last_position' | 'base' | 'capacity'> & {
    tenant_id: string;
    base: Text<VehicleRecord['base']>;
    capacity: Text<VehicleRecord['capacity']>;
    /** Names the vehicle in readings. */
    no: Generated<number>;
    last_position: Text<Position | null>;
  };
  compliance_document: ComplianceDocumentRecord;
  tracked_job: Omit<
    TrackedJobRecord,
    'pickup' | 'dropoff' | 'last_position' | 'probes' | 'temperature_profile' | 'earlier_holds'
  > & {
    pickup: Text<Position>;
    dropoff: Text<Position>;
    last_position: Text<Position | null>;
    probes: Text<ProbeStates>;
    temperature_profile: Text<JobProfile | null>;
    earlier_holds: Text<TrackedJobRecord['earlier_holds']>;
  };
  trace_snapshot: Omit<TraceSnapshot, 'cold_chain' | 'watch'> & {
    cold_chain: Text<ColdChain>;
    watch: Text<StoredWatch | null>;
  };
  suspect_decision: {
    tenant_id: string;
    job_id: string;
    decision: SuspectDecision;
    cold_chain: Text<ColdChain>;
  };
  trace_snapshot_part: {
    tenant_id: string;
    job_id: string;
    part: number;
    readings: Text<TracedReading[]>;
  };
  telemetry_provider: ProviderRecord & { tenant_id: string };
  device: Omit<DeviceRecord, 'temperature_class' | 'calibrated_until' | 'asset_id'> & {
    tenant_id: string;
    temperature_class: Generated<DeviceRecord['temperature_class']>;
    calibrated_until: Generated<DeviceRecord['calibrated_until']>;
    placed_at: Date | null;
  };
  asset: AssetRecord & { tenant_id: string };
  binding: BindingRecord & { tenant_id: string };
  hand_out: HandOutRecord & { tenant_id: string };
  logger_file: Omit<LoggerFileRecord, 'readings'> & {
    tenant_id: string;
    readings: Text<TracedReading[]>;
    first_at: Date;
    last_at: Date;
  };
  trace_amendment: {
    tenant_id: string;
    job_id: string;
    file_id: string;
    created_at: Date;
    cold_chain: Text<ColdChain>;
    readings: Text<TracedReading[]>;
  };
  feed: {
    no: Generated<number>;
    tenant_id: string;
    provider_id: string;
    device_id: string;
    vehicle_id: string;
    vehicle_no: number;
    registration: string;
    max_seq: Generated<string>;
    seen_at: Date | null;
    lat_e6: number | null;
    lng_e6: number | null;
    temperature_mc: number | null;
    measured_at: Date | null;
    calibrated_until: string | null;
    /** Phones only: readings before this moment are deleted. */
    purged_until: Date | null;
  };
}

import type { ColdChain, Position, TracedReading } from '@svc/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { SealedTrace } from '../domain/cold-chain/sealed-trace.ts';
import type { Driver, Vehicle } from '../domain/crew.ts';
import type { FollowedJob } from '../domain/followed-job.ts';
import type { FiledPaper } from '../domain/paper.ts';
import type { Device } from '../domain/telemetry/device.ts';
import type { Probes } from '../domain/telemetry/probe.ts';
import type { Provider } from '../domain/telemetry/provider.ts';

/** A column of type `json`, written as text. */
type Text<T> = ColumnType<T, string | Extract<T, null>, string | Extract<T, null>>;

export interface Tables {
  driver: Omit<Driver, 'documents'> & { tenant_id: string };
  vehicle: Omit<Vehicle, 'documents' | 'last_position'> & {
    tenant_id: string;
    /** Names the vehicle in readings. */
    no: Generated<number>;
    last_position: Text<Position | null>;
  };
  paper: FiledPaper;
  followed_job: Omit<FollowedJob, 'pickup' | 'dropoff' | 'last_position' | 'probes'> & {
    pickup: Text<Position>;
    dropoff: Text<Position>;
    last_position: Text<Position | null>;
    probes: Text<Probes>;
  };
  sealed_trace: Omit<SealedTrace, 'cold_chain'> & { cold_chain: Text<ColdChain> };
  sealed_readings: {
    tenant_id: string;
    job_id: string;
    part: number;
    readings: Text<TracedReading[]>;
  };
  telemetry_provider: Provider & { tenant_id: string };
  device: Device & { tenant_id: string };
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
  };
  joining: { hour: Date; vehicle_no: number };
  feed_keeper: { provider_id: string; token: string | null };
}

export const jsonOrNull = (value: Position | null): string | null => value && JSON.stringify(value);

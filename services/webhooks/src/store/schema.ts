import type { ColumnType, Generated } from 'kysely';
import type { UnassignedJob } from '../domain/alarm.ts';
import type { AttemptResult, DeliveryFailure } from '../domain/attempt-result.ts';
import type { Endpoint } from '../domain/endpoint.ts';
import type { EndpointQueue } from '../domain/endpoint-queue.ts';
import type { OpsEventRecord } from '../domain/ops-event.ts';

export interface Tables {
  endpoint: Endpoint & { tenant_id: string };
  endpoint_queue: EndpointQueue & {
    /** When a delivery may next be sent; null when none waits. */
    due_at: Date | null;
    /** Whether due deliveries wait for a slot: the next result makes it due. */
    is_full: Generated<boolean>;
  };
  event: EventTable;
  delivery: DeliveryTable;
  pending_delivery: PendingDeliveryTable;
  replay: ReplayTable;
  ops_event: OpsEventTable;
  unassigned_job: UnassignedJob & { tenant_id: string };
  wake_up: { tenant_id: string };
  job_number: { tenant_id: string };
  job_number_purged: { tenant_id: string };
}

/** Null until somebody acknowledged it, or it was escalated. */
type Later<T> = ColumnType<T | null, T | null | undefined, T | null>;

interface OpsEventTable
  extends Omit<
    OpsEventRecord,
    | 'acknowledged_by'
    | 'acknowledged_at'
    | 'note'
    | 'escalated_at'
    | 'disposition'
    | 'disposition_by'
    | 'disposition_at'
    | 'disposition_reason'
  > {
  acknowledged_by: Later<string>;
  acknowledged_at: Later<Date>;
  note: Later<string>;
  escalated_at: Later<Date>;
  disposition: Later<'release' | 'quarantine' | 'discard'>;
  disposition_by: Later<string>;
  disposition_at: Later<Date>;
  disposition_reason: Later<string>;
  /** Number of its latest change; a bigint, so text here. */
  change: Generated<string>;
}

interface EventTable {
  tenant_id: string;
  id: string;
  type: string;
  job_id: string;
  sequence: number;
  created_at: Date;
  /** Set where only one endpoint may get it. */
  endpoint_id: string | null;
  /** The very bytes of every attempt. */
  body: string;
  /** Place in the feed; a bigint, so text here. */
  seq: string;
}

interface DeliveryTable {
  tenant_id: string;
  endpoint_id: string;
  id: string;
  event_id: string;
  type: string;
  attempt: number;
  status: AttemptResult['status'];
  response_code: number | null;
  failure: DeliveryFailure | null;
  duration_ms: number | null;
  response_excerpt: string | null;
  attempted_at: Date | null;
  next_attempt_at: Date | null;
  created_at: Date;
}

interface PendingDeliveryTable {
  tenant_id: string;
  endpoint_id: string;
  delivery_id: string;
  event_id: string;
  attempt: number;
  due_at: Date;
  claim: string | null;
  in_order: boolean;
  queued_at: Date;
}

interface ReplayTable {
  id: Generated<string>;
  tenant_id: string;
  endpoint_id: string;
  after_created_at: Date;
  after_seq: string;
  until: Date;
}

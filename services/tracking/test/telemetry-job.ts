/** A refrigerated job in a vehicle with two probes, and what telemetry makes of it. */
import type { JobSnapshot } from '@svc/contracts';
import { until } from '@svc/devnet';
import { newTenant } from '@svc/kit/testing/service-test';
import type { App } from './app.ts';
import { emitJobEvent, jobSnapshot } from './job-events.ts';
import { batchOf, newFleet } from './telemetry-provider.ts';

const start = '2026-11-02T09:00:00.000Z';
export const clockAt = (seconds: number) => new Date(Date.parse(start) + seconds * 1_000);

export interface Sent {
  device_id: string;
  seq: number;
  second: number;
  temperature_c?: number;
  position?: { lat: number; lng: number };
  speed_kmh?: number;
}
const toReading = ({ second, ...reading }: Sent) => ({ ...reading, at: clockAt(second) });

/** One of each minute, of the first probe. */
export const minutes = (temperature_c: number, from: number, to: number): Sent[] =>
  Array.from({ length: to - from + 1 }, (_, n) => ({
    device_id: 'P-1',
    seq: from + n,
    second: (from + n) * 60,
    temperature_c,
  }));

type Status = 'en_route_pickup' | 'collected' | 'in_transit' | 'delivered';
type EventType = Parameters<typeof emitJobEvent>[1]['type'];

export type TelemetryJob = Awaited<ReturnType<typeof newTelemetryJob>>;

/** With further facts, if any. */
export async function newTelemetryJob(app: App, facts: Partial<JobSnapshot> = {}) {
  const carrier = newTenant();
  const tenant = newTenant();
  const job_id = `job_${tenant}`;
  app.clock.set(start);
  const fleet = await newFleet(app, carrier, ['P-1', 'P-2']);
  const internals = {
    priced: { ...jobSnapshot.priced, temperature_class: '2-8C' as const },
    assignment: {
      driver_id: 'drv_1',
      driver_first_name: 'Thandi',
      vehicle_id: fleet.vehicle.id,
      registration: fleet.vehicle.registration,
    },
    ...facts,
  };
  const say = (type: EventType, status: Status, atS: number, data = {}) => {
    const at = clockAt(atS).toISOString();
    const delivered_at = status === 'delivered' ? at : null;
    return emitJobEvent(app, {
      tenant,
      job_id,
      type,
      at,
      data,
      job: { ...internals, status, delivered_at },
    });
  };
  return {
    carrier,
    tenant,
    job_id,
    fleet,
    /** An event of the job, so many seconds after the start. */
    say,
    collected: (atS = 0) => say('pickup.completed', 'collected', atS),
    delivered: (atS: number) => say('delivery.completed', 'delivered', atS),
    send: async (...readings: Sent[]) => batchOf(await fleet.post(readings.map(toReading))),
    /** Sets the clock so that everything up to so many seconds is decided. */
    decided: async (second: number) => {
      // The watermark, what batches may last, and what comes together before a job is looked at.
      app.clock.set(clockAt(second + 120 + 10 + 10));
      const isDecided = async () => {
        const rows = await app.sql(
          `select from tracking.tracked_job where job_id = $1
              and evaluated_until < least($2, coalesce(trace_ended_at + interval '1 ms', $2))`,
          [job_id, clockAt(second)],
        );
        return rows.length === 0;
      };
      await until(isDecided, { timeoutMs: 60_000, everyMs: 5, what: 'all to be decided' });
    },
    /** Events emitted about the job, in order. */
    told: async (...types: string[]) =>
      (await app.outbox(job_id))
        .filter(({ type }) => types.includes(type))
        .map(({ type, data, internals: further }) => ({ type, data, internals: further })),
  };
}

/** Certified traces of delivered cold jobs, made by hand: no hour is awaited, no probe is broken. */
import { until } from '@svc/devnet';
import type { Stage } from './environment.ts';
import { coldChainCertified } from './projection.ts';

/** An hour has passed since the hand-over, as far as tracking knows; the cold chain is certified. */
export async function certifyTrace(stage: Stage, id: string): Promise<void> {
  const isMoved = async () => (await stage.owner.query(anHourAgo, [id])).rowCount;
  await until(isMoved, { timeoutMs: 60_000, what: `the trace of ${id} to end` });
  await coldChainCertified(stage, id);
}
const anHourAgo = `
  update tracking.tracked_job
     set collected_at = collected_at - interval '1 hour',
         delivered_at = delivered_at - interval '1 hour',
         trace_ended_at = trace_ended_at - interval '1 hour',
         evaluated_until = evaluated_until - interval '1 hour'
   where job_id = $1 and trace_ended_at is not null`;

/** A probe sent 85 °C, once, when the parcels were collected. */
export async function certifySuspect(stage: Stage, id: string): Promise<void> {
  await certifyTrace(stage, id);
  await stage.owner.query(suspectOnce, [id]);
}
const suspectOnce = `
  with seen as (
    select tenant_id, job_id, jsonb_build_object('device_id', 'TR-1', 'seq', 1, 'temperature_c', 85,
      'at', to_char(trace_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as reading
      from tracking.trace_snapshot where job_id = $1
  ), part as (
    insert into tracking.trace_snapshot_part (tenant_id, job_id, part, readings)
    select tenant_id, job_id, 0, json_build_array(reading || '{"calibrated_until": null}') from seen
    on conflict (tenant_id, job_id, part) do update set readings = excluded.readings
  )
  update tracking.trace_snapshot t
     set watch = null,
         cold_chain = cold_chain::jsonb
           || jsonb_build_object('suspects', jsonb_build_array(reading || '{"decision": null}'))
    from seen where (t.tenant_id, t.job_id) = (seen.tenant_id, seen.job_id)`;

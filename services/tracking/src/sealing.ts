/** The end of a trace: what it shows is kept with its readings, and told to whoever certifies it. */
import { temperatureRanges, type tracking } from '@svc/contracts';
import type { WriteContext } from '@svc/kit/bind';
import type { Config } from './config.ts';
import { inOrder } from './domain/cold-chain/reading.ts';
import { sandboxTrace } from './domain/cold-chain/sandbox-probe.ts';
import type { FollowedJob } from './domain/followed-job.ts';
import type { Tables } from './store/schema.ts';
import { insertSealedTrace } from './store/sealed-traces.ts';
import { listTrace } from './store/traces.ts';
import { coldChainOf, rulesFor, toTraced } from './trace.ts';

type Context = WriteContext<Tables, Config, typeof tracking>;

/** The job with nothing left to decide; sealed, if it was delivered and had a range to keep. */
export async function sealed(job: FollowedJob, context: Context): Promise<FollowedJob> {
  const decided = { ...job, decided_until: null };
  const { collected_at, delivered_at, temperature_class, vehicle_id } = job;
  if (!collected_at || !delivered_at || !temperature_class || !vehicle_id) return decided;
  if (job.sealed_at) return decided;
  const { db, now, config, emit } = context;
  const held = { from: collected_at, to: delivered_at };
  const { window, readings } =
    config.SVC_ENVIRONMENT === 'sandbox'
      ? sandboxTrace(held, temperatureRanges[temperature_class], job.probes)
      : { window: held, readings: inOrder(await listTrace(db, vehicle_id, held)) };
  const rules = rulesFor(temperature_class, config);
  const cold_chain = coldChainOf(readings, { window, rules, temperatureClass: temperature_class });
  const { tenant_id, job_id, ref } = job;
  const trace = { job_id, trace_from: window.from, trace_to: window.to, cold_chain };
  await insertSealedTrace(db, tenant_id, trace, readings.map(toTraced));
  const facts = { from: window.from.toISOString(), to: window.to.toISOString(), cold_chain };
  emit('cold_chain.sealed', { job_id, ref }, facts, { tenant: tenant_id, jobId: job_id });
  return { ...decided, sealed_at: now };
}

import { Refusal } from '@svc/kit/refusal';
import { query } from '../define.ts';
import { tracePageOf } from '../domain/cold-chain/trace-page.ts';
import { toTracedReading } from '../domain/cold-chain/trace-resource.ts';
import { findCertifiedTrace } from '../workflows/cold-chain/find-trace.ts';

/** Custody has the certificate, tracking what it was made from: together they can be verified. */
export const temperatureBundle = query('temperatureBundle', async ({ id, ...page }, context) => {
  const { tenant, clients, db } = context;
  const job = await clients.jobs.locate({ id });
  const sealed = await findCertifiedTrace(job.id, db);
  if (sealed?.tenant_id !== tenant) {
    throw new Refusal('certificate_pending', 'The cold chain of this job is not certified yet.');
  }
  const signed = await clients.custody.coldChainCertificate({ id: job.id });
  const { limit, starting_after } = page;
  const { readings, ...place } = tracePageOf(sealed.readings, { limit, starting_after });
  return {
    format: 'svc.cold_chain.bundle.v1' as const,
    job: { id: job.id, ref: job.ref },
    ...signed,
    readings: readings.map(toTracedReading),
    ...place,
  };
});

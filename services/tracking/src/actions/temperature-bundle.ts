import { Refusal } from '@svc/kit/refusal';
import { query } from '../define.ts';
import { pageOf } from '../domain/cold-chain/page.ts';
import { findSealed } from '../job-trace.ts';
import { toTraced } from '../trace.ts';

/** Custody has the certificate, tracking what it was made from: together they can be verified. */
export const temperatureBundle = query('temperatureBundle', async ({ id, ...page }, context) => {
  const { tenant, clients, db } = context;
  const job = await clients.jobs.locate({ id });
  const sealed = await findSealed(job.id, db);
  if (sealed?.tenant_id !== tenant) {
    throw new Refusal('certificate_pending', 'The cold chain of this job is not certified yet.');
  }
  const signed = await clients.custody.coldChainCertificate({ id: job.id });
  const { limit, starting_after } = page;
  const { readings, ...place } = pageOf(sealed.readings, { limit, starting_after });
  return {
    format: 'svc.cold_chain.bundle.v1' as const,
    job: { id: job.id, ref: job.ref },
    ...signed,
    readings: readings.map(toTraced),
    ...place,
  };
});

import { query } from '../define.ts';
import { chartOf } from '../domain/cold-chain/trace-resource.ts';
import { findJobTrace } from '../workflows/cold-chain/find-trace.ts';

export const temperatureChart = query('temperatureChart', async ({ id }, context) => {
  const { tenant, clients } = context;
  const job = await clients.jobs.locate({ id });
  const trace = await findJobTrace({ tenant, jobId: job.id }, context);
  return trace ? chartOf(trace.readings, trace) : null;
});

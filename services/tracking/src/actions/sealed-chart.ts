import { query } from '../define.ts';
import { defaultRules } from '../domain/cold-chain/reading.ts';
import { chartOf } from '../domain/cold-chain/trace-resource.ts';
import { findCertifiedTrace } from '../workflows/cold-chain/find-trace.ts';

/** What stands in the certificate is drawn as it stands there, whatever came to be known later. */
export const sealedChart = query('sealedChart', async ({ job_id, readings_digest }, { db }) => {
  const sealed = await findCertifiedTrace(job_id, db);
  if (sealed?.cold_chain.readings_digest !== readings_digest) return null;
  const { cold_chain, trace_from, trace_to, readings } = sealed;
  const [min, max] = cold_chain.range_c;
  const window = { from: trace_from, to: trace_to };
  const chart = chartOf(readings, { window, range: { min, max }, rules: defaultRules });
  return { ...chart, gaps: cold_chain.gaps, excursions: cold_chain.excursions };
});

import { query } from '../define.ts';
import { pageOf } from '../domain/cold-chain/page.ts';
import type { Summary } from '../domain/cold-chain/summary.ts';
import { findJobTrace } from '../job-trace.ts';
import { temperaturePageUrl } from '../page-link.ts';
import { judged, toFigures, toTraced } from '../trace.ts';

export const temperature = query('temperature', async ({ id, ...page }, context) => {
  const { tenant, clients, now, config } = context;
  const job = await clients.jobs.locate({ id });
  const [{ tracking_url }, trace] = await Promise.all([
    clients.jobs.track({ ref: job.ref }),
    findJobTrace({ tenant, jobId: job.id }, context),
  ]);
  const { result, ...figures } = toFigures(trace ? judged(trace.readings, trace) : nothingYet);
  const { readings, ...place } = pageOf(trace?.readings ?? [], {
    limit: page.limit,
    starting_after: page.starting_after,
  });
  return {
    object: 'temperature_trace' as const,
    job_id: job.id,
    ref: job.ref,
    range_c: trace?.range ? [trace.range.min, trace.range.max] : null,
    from: trace?.window.from.toISOString() ?? null,
    to: trace?.window.to.toISOString() ?? null,
    ...figures,
    result: trace?.range ? result : null,
    page_url: temperaturePageUrl(tracking_url, now, config.SVC_SECRET),
    readings: readings.map(toTraced),
    ...place,
  };
});

/** Before collection nobody has the parcels, so nothing is watched. */
const nothingYet: Summary = {
  min_c: null,
  max_c: null,
  mkt_c: null,
  coverage: 0,
  gaps: [],
  excursions: [],
  sensors: [],
  result: 'insufficient_data',
};

import { temperaturePageUrl } from '../adapters/temperature-page-link.ts';
import { query } from '../define.ts';
import { latestReadingOf } from '../domain/cold-chain/latest-reading.ts';
import { tracePageOf } from '../domain/cold-chain/trace-page.ts';
import {
  summarizeTrace,
  toFigures,
  toLatestReading,
  toTracedReading,
} from '../domain/cold-chain/trace-resource.ts';
import type { TraceSummary } from '../domain/cold-chain/trace-summary.ts';
import { findJobTrace } from '../workflows/cold-chain/find-trace.ts';

export const temperature = query('temperature', async ({ id, ...page }, context) => {
  const { tenant, clients, now, config } = context;
  const job = await clients.jobs.locate({ id });
  const [{ tracking_url }, trace] = await Promise.all([
    clients.jobs.track({ ref: job.ref }),
    findJobTrace({ tenant, jobId: job.id }, context),
  ]);
  const { result, ...figures } = toFigures(
    trace ? summarizeTrace(trace.readings, trace) : nothingYet,
  );
  const { readings, ...place } = tracePageOf(trace?.readings ?? [], {
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
    latest: toLatestReading(
      trace && latestReadingOf(trace.readings, { range: trace.range, runs: new Map() }),
    ),
    ...figures,
    result: trace?.range ? result : null,
    page_url: temperaturePageUrl(tracking_url, now, config.SVC_SECRET),
    readings: readings.map(toTracedReading),
    ...place,
  };
});

/** Before collection there is no trace. */
const nothingYet: TraceSummary = {
  min_c: null,
  max_c: null,
  mkt_c: null,
  coverage: 0,
  gaps: [],
  excursions: [],
  sensors: [],
  result: 'insufficient_data',
};

import { Refusal } from '@svc/kit/refusal';
import { temperaturePageUrl } from '../adapters/expiring-links.ts';
import { query } from '../define.ts';
import { latestReadingOf } from '../domain/cold-chain/latest-reading.ts';
import { defaultRules } from '../domain/cold-chain/reading.ts';
import { tracePageOf } from '../domain/cold-chain/trace-page.ts';
import {
  chartOf,
  summarizeTrace,
  toFigures,
  toLatestReading,
  toTracedReading,
} from '../domain/cold-chain/trace-resource.ts';
import type { TraceSummary } from '../domain/cold-chain/trace-summary.ts';
import { findDecision } from '../store/trace-snapshots.ts';
import {
  findCertifiedTrace,
  findJobTrace,
  type JobTrace,
  readingsUnder,
} from '../workflows/cold-chain/find-trace.ts';

export const temperature = query('temperature', async ({ id, ...page }, context) => {
  const { clients, now, config } = context;
  const job = await clients.jobs.locate({ id });
  const [{ tracking_url }, trace] = await Promise.all([
    clients.jobs.track({ ref: job.ref }),
    findJobTrace({ tenant: job.tenant_id, jobId: job.id }, context),
  ]);
  const page_url = temperaturePageUrl(tracking_url, now, config.SVC_SECRET);
  return { ...tracePageFor(job, trace, page), page_url };
});

export const temperatureTraceForDesk = query(
  'temperatureTraceForDesk',
  async ({ id, ...page }, context) => {
    const job = await context.clients.jobs.locateForDesk({ id });
    const trace = await findJobTrace({ tenant: job.tenant_id, jobId: job.id }, context);
    return tracePageFor(job, trace, page);
  },
);

interface TracePage {
  limit: number;
  starting_after?: string | undefined;
}

function tracePageFor(
  { id, ref }: { id: string; ref: string },
  trace: JobTrace | undefined,
  { limit, starting_after }: TracePage,
) {
  const { result, ...figures } = toFigures(
    trace ? summarizeTrace(trace.readings, trace) : nothingYet,
  );
  const { readings, ...place } = tracePageOf(trace?.readings ?? [], { limit, starting_after });
  const range_c: [number, number] | null = trace?.range ? [trace.range.min, trace.range.max] : null;
  return {
    ...{ object: 'temperature_trace' as const, job_id: id, ref, range_c },
    from: trace?.window.from.toISOString() ?? null,
    to: trace?.window.to.toISOString() ?? null,
    latest: toLatestReading(
      trace && latestReadingOf(trace.readings, { range: trace.range, runs: new Map() }),
    ),
    ...figures,
    boxes: boxesOf(trace),
    result: trace?.range ? result : null,
    readings: readings.map(toTracedReading),
    ...place,
  };
}

const boxesOf = (trace: JobTrace | undefined) => trace?.watch?.boxes && [...trace.watch.boxes];

/** Before collection there is no trace. */
const nothingYet: TraceSummary = {
  min_c: null,
  max_c: null,
  mkt_c: null,
  coverage: 0,
  gaps: [],
  ...{ excursions: [], exposures: [], suspects: [], decision: null },
  sensors: [],
  result: 'insufficient_data',
};

export const temperatureChart = query('temperatureChart', async ({ id }, context) => {
  const job = await context.clients.jobs.locate({ id });
  const trace = await findJobTrace({ tenant: job.tenant_id, jobId: job.id }, context);
  return trace ? chartOf(trace.readings, trace) : null;
});

export const temperatureForDesk = query('temperatureForDesk', async ({ id }, context) => {
  const job = await context.clients.jobs.locateForDesk({ id });
  const trace = await findJobTrace({ tenant: job.tenant_id, jobId: job.id }, context);
  if (!trace) return null;
  const { min_c, max_c, mkt_c, coverage, sensors, result } = summarizeTrace(trace.readings, trace);
  return {
    ...{ min_c, max_c, mkt_c, coverage, sensors, boxes: boxesOf(trace) },
    result: trace.range ? result : null,
    chart: chartOf(trace.readings, trace),
  };
});

/** Chart of a certificate: drawn from its own snapshot, whatever readings came later. */
export const sealedChart = query('sealedChart', async ({ job_id, ...certified }, { db }) => {
  const sealed = await findCertifiedTrace(job_id, db);
  const known = sealed && [
    ...sealed.versions.map((version) => version.cold_chain),
    (await findDecision(db, sealed.tenant_id, job_id))?.cold_chain,
  ];
  const { readings_digest, decision } = certified;
  const cold_chain = known?.find(
    (each) =>
      each?.readings_digest === readings_digest &&
      (each.suspects?.[0]?.decision ?? null) === decision,
  );
  if (!sealed || !cold_chain) return null;
  const [min, max] = cold_chain.range_c;
  const window = { from: sealed.trace_from, to: sealed.trace_to };
  const readings = readingsUnder(readings_digest, sealed);
  const chart = chartOf(readings, { window, range: { min, max }, rules: defaultRules });
  const { gaps, excursions, exposures, suspects } = cold_chain;
  return { ...chart, gaps, excursions, exposures, suspects };
});

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
  const certified = readingsUnder(signed.certificate.cold_chain?.readings_digest, sealed);
  const { readings, ...place } = tracePageOf(certified, { limit, starting_after });
  return {
    format: 'svc.cold_chain.bundle.v1' as const,
    job: { id: job.id, ref: job.ref },
    ...signed,
    readings: readings.map(toTracedReading),
    ...place,
  };
});

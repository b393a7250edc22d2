/** Metrics of telemetry; `docs/operations/metrics.md` lists all. */
import { gauge, histogram } from '@svc/kit/metric';
import { delayBuckets } from '@svc/kit/metric-definitions';
import { gaugeReader, type ServiceMetrics } from '@svc/kit/service';
import type { Config } from '../config.ts';
import { findEvaluatedUntil } from '../store/job-evaluations.ts';
import type { Tables } from '../store/schema.ts';

export const excursionDelay = histogram({
  name: 'svc_excursion_delay_seconds',
  help: 'Time from the reading that decides an excursion to its event; the watermark is part of it.',
  buckets: delayBuckets,
});
const watermarkLag = gauge({
  name: 'svc_telemetry_watermark_lag_seconds',
  help: 'How far the evaluation of readings is behind its watermark, for the job furthest behind.',
});
export const metrics: ServiceMetrics = {
  definitions: [excursionDelay, watermarkLag],
  readers: [
    gaugeReader<Tables, Config>(async ({ db, now, config }) => {
      const watermark = now.getTime() - config.SVC_TELEMETRY_WATERMARK_SECONDS * 1000;
      const behind = await findEvaluatedUntil(db);
      const lagMs = behind ? Math.max(0, watermark - behind.getTime()) : 0;
      return [{ metric: watermarkLag, value: lagMs / 1000 }];
    }),
  ],
};

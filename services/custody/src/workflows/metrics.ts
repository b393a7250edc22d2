/** Metrics of certificates; `docs/operations/metrics.md` lists all. */
import { ageSeconds, histogram } from '@svc/kit/metric';
import { delayBuckets, kitMetrics } from '@svc/kit/metric-definitions';
import { gaugeReader, type ServiceMetrics } from '@svc/kit/service';
import { findNewestKey } from '../store/certificate-keys.ts';
import type { Tables } from '../store/schema.ts';

export const certificateDelay = histogram({
  name: 'svc_certificate_delay_seconds',
  help: 'Time from the event that completes a certificate (hand-over, sealed trace) to its issue.',
  labels: ['type'],
  buckets: delayBuckets,
});

export const metrics: ServiceMetrics = {
  definitions: [certificateDelay],
  readers: [
    gaugeReader<Tables, unknown>(async ({ db, now }) => {
      const key = await findNewestKey(db);
      const value = ageSeconds(now, key?.created_at);
      return [{ metric: kitMetrics.signingKeyAge, value, labels: { key: 'certificate' } }];
    }),
  ],
};

/** Metrics of access; `docs/operations/metrics.md` lists all. */
import { ageSeconds } from '@svc/kit/metric';
import { kitMetrics } from '@svc/kit/metric-definitions';
import { gaugeReader, type ServiceMetrics } from '@svc/kit/service';
import { activeKey } from '../domain/signing-key.ts';
import type { Tables } from '../store/schema.ts';
import { listSigningKeys } from '../store/signing-keys.ts';

export const metrics: ServiceMetrics = {
  definitions: [],
  readers: [
    gaugeReader<Tables, unknown>(async ({ db, now }) => {
      const key = activeKey(await listSigningKeys(db), now);
      const value = ageSeconds(now, key?.signs_from);
      return [{ metric: kitMetrics.signingKeyAge, value, labels: { key: 'token' } }];
    }),
  ],
};

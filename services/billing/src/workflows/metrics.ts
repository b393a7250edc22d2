/** Metrics of the month's end; `docs/operations/metrics.md` lists all. */
import { ageSeconds, gauge } from '@svc/kit/metric';
import { gaugeReader, type ServiceMetrics } from '@svc/kit/service';
import { invoicingTime, lastClosedMonth } from '../domain/month.ts';
import { findOldestDraft } from '../store/invoices.ts';
import type { Tables } from '../store/schema.ts';

const overdue = gauge({
  name: 'svc_month_end_overdue_seconds',
  help: 'Since when a closed month has had drafts that should be invoices; 0 when all are issued.',
});

export const metrics: ServiceMetrics = {
  definitions: [overdue],
  readers: [
    gaugeReader<Tables, unknown>(async ({ db, now }) => {
      const period = await findOldestDraft(db, lastClosedMonth(now));
      return [
        {
          metric: overdue,
          value: ageSeconds(now, period === undefined ? null : invoicingTime(period)),
        },
      ];
    }),
  ],
};

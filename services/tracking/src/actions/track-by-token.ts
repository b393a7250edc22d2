import { query } from '../define.ts';
import { publicRecordOf } from '../domain/record.ts';
import { findJobTrace } from '../job-trace.ts';
import { momentOf, ownOf } from '../own.ts';
import { opensTemperatures } from '../page-link.ts';
import { chartOf } from '../trace.ts';

export const trackByToken = query('trackByToken', async ({ token, temperature_key }, context) => {
  const { clients, now, config } = context;
  const view = await clients.jobs.trackByToken({ token });
  const record = publicRecordOf(view, await ownOf(view, context), momentOf(context));
  const mayRead = opensTemperatures({ token, key: temperature_key }, now, config.SVC_SECRET);
  if (!mayRead) return { ...record, temperature: null };
  const trace = await findJobTrace({ tenant: view.tenant_id, jobId: view.id }, context);
  if (!trace?.range) return { ...record, temperature: null };
  // One more reading is news for whoever sees the chart.
  const latestMs = trace.readings.at(-1)?.at.getTime() ?? 0;
  const version = `${record.version}-${latestMs.toString(36).padStart(9, '0')}`;
  return { ...record, version, temperature: chartOf(trace.readings, trace) };
});

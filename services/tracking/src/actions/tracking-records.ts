import { opensTemperatures } from '../adapters/expiring-links.ts';
import { query } from '../define.ts';
import { chartOf } from '../domain/cold-chain/trace-resource.ts';
import { deskTrackingOf, publicRecordOf, recordOf } from '../domain/tracking-record.ts';
import { findJobTrace } from '../workflows/cold-chain/find-trace.ts';
import { findTrackSupplement, recordContextOf } from '../workflows/track-supplement.ts';

export const track = query('track', async ({ ref }, context) => {
  const view = await context.clients.jobs.track({ ref });
  return recordOf(view, await findTrackSupplement(view, context), recordContextOf(context));
});

export const deskTracking = query('deskTracking', async ({ job }, context) => {
  const view = { ...job, events: [] };
  return deskTrackingOf(view, await findTrackSupplement(view, context), recordContextOf(context));
});

export const trackByToken = query('trackByToken', async ({ token, temperature_key }, context) => {
  const { clients, now, config } = context;
  const view = await clients.jobs.trackByToken({ token });
  const record = publicRecordOf(
    view,
    await findTrackSupplement(view, context),
    recordContextOf(context),
  );
  const mayRead = opensTemperatures({ token, key: temperature_key }, now, config.SVC_SECRET);
  if (!mayRead) return { ...record, temperature: null };
  const trace = await findJobTrace({ tenant: view.tenant_id, jobId: view.id }, context);
  if (!trace?.range) return { ...record, temperature: null };
  // The chart is part of the version: one more reading changes it.
  const latestMs = trace.readings.at(-1)?.at.getTime() ?? 0;
  const version = `${record.version}-${latestMs.toString(36).padStart(9, '0')}`;
  return { ...record, version, temperature: chartOf(trace.readings, trace) };
});

/** Readings of a provider, however they came: each is judged by itself, and what is accepted is stored. */
import { newId } from '@svc/kit/ids';
import { readingTimeLimits } from '../../config.ts';
import type { TrackingWriteContext } from '../../define.ts';
import { validateReadings } from '../../domain/telemetry/batch-readings.ts';
import { ingestBatch } from './ingest-batch.ts';

export async function acceptReadings(
  context: TrackingWriteContext,
  { providerId, readings }: { providerId: string; readings: readonly unknown[] },
) {
  const { now, config } = context;
  const { measured, rejected } = validateReadings(readings, readingTimeLimits(now, config));
  const result = await ingestBatch(context, { providerId, measured });
  return {
    object: 'telemetry_batch' as const,
    id: newId('tb_', now),
    ...result,
    rejected: [...rejected, ...result.rejected].sort((a, b) => a.index - b.index),
  };
}

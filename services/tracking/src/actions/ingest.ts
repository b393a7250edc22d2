import { newId } from '@svc/kit/ids';
import { readBatch } from '../adapters/signed-batch.ts';
import { readingTimeLimits } from '../config.ts';
import { command } from '../define.ts';
import { validateReadings } from '../domain/telemetry/batch-readings.ts';
import { ingestBatch } from '../workflows/telemetry/ingest-batch.ts';
import { authenticateBatch } from '../workflows/telemetry/provider-cache.ts';
import { sequenceCacheOf } from '../workflows/telemetry/sequence-cache.ts';

export const ingest = command('ingest', {
  admit: async ({ client_id, body, ...signed }, context) => {
    const bytes = Buffer.from(body, 'base64');
    return { provider: await authenticateBatch(client_id, { ...signed, bytes }, context), bytes };
  },
  gather: async (_input, { admitted: { provider, bytes } }) => ({
    provider,
    ...readBatch(bytes),
  }),
  handle: async (_input, { db, tenant, now, config, gathered }) => {
    const { provider, readings, ignored } = gathered;
    const { measured, rejected } = validateReadings(readings, readingTimeLimits(now, config));
    const cache = sequenceCacheOf(config, provider.id);
    const batch = { providerId: provider.id, measured, cache };
    const result = await ingestBatch(db, tenant, batch);
    return {
      object: 'telemetry_batch',
      id: newId('tb_', now),
      ...result,
      rejected: [...rejected, ...result.rejected].sort((a, b) => a.index - b.index),
      ...(ignored.length > 0 && { ignored }),
    };
  },
});

import { newId } from '@svc/kit/ids';
import { readBatch } from '../adapters/signed-batch.ts';
import { readingTimeLimits } from '../config.ts';
import { command } from '../define.ts';
import { validateReadings } from '../domain/telemetry/batch-readings.ts';
import { ingestBatch } from '../workflows/telemetry/ingest-batch.ts';
import { authenticateBatch } from '../workflows/telemetry/provider-cache.ts';

export const ingest = command('ingest', {
  admit: async ({ client_id, body, ...signed }, context) => {
    const bytes = Buffer.from(body, 'base64');
    return { provider: await authenticateBatch(client_id, { ...signed, bytes }, context), bytes };
  },
  gather: async (_input, { admitted: { provider, bytes } }) => ({
    provider,
    ...readBatch(bytes),
  }),
  handle: async (_input, context) => {
    const { now, config, gathered } = context;
    const { provider, readings, ignored } = gathered;
    const { measured, rejected } = validateReadings(readings, readingTimeLimits(now, config));
    const result = await ingestBatch(context, { providerId: provider.id, measured });
    return {
      object: 'telemetry_batch',
      id: newId('tb_', now),
      ...result,
      rejected: [...rejected, ...result.rejected].sort((a, b) => a.index - b.index),
      ...(ignored.length > 0 && { ignored }),
    };
  },
});

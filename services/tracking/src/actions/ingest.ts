import { readBatch } from '../adapters/signed-batch.ts';
import { command } from '../define.ts';
import { acceptReadings } from '../workflows/telemetry/accept-readings.ts';
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
    const { provider, readings, ignored } = context.gathered;
    const batch = await acceptReadings(context, { providerId: provider.id, readings });
    return { ...batch, ...(ignored.length > 0 && { ignored }) };
  },
});

import { newId } from '@svc/kit/ids';
import { readBatch } from '../batch-body.ts';
import { boundsOf } from '../bounds.ts';
import { command } from '../define.ts';
import { measure } from '../domain/telemetry/batch.ts';
import { signerOf } from '../known-providers.ts';
import { memoryOf } from '../remembering.ts';
import { takeReadings } from '../taking.ts';

export const ingest = command('ingest', {
  admit: async ({ client_id, body, ...signed }, context) => {
    const bytes = Buffer.from(body, 'base64');
    return { provider: await signerOf(client_id, { ...signed, bytes }, context), bytes };
  },
  gather: async (_input, { admitted: { provider, bytes } }) => ({
    provider,
    readings: readBatch(bytes),
  }),
  handle: async (_input, { db, tenant, now, config, facts: { provider, readings } }) => {
    const { measured, rejected } = measure(readings, boundsOf(now, config));
    const memory = memoryOf(config, provider.id);
    const batch = { providerId: provider.id, measured, memory };
    const taken = await takeReadings(db, tenant, batch);
    return {
      object: 'telemetry_batch',
      id: newId('tb_', now),
      ...taken,
      rejected: [...rejected, ...taken.rejected].sort((a, b) => a.index - b.index),
    };
  },
});

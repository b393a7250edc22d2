import { newId } from '@svc/kit/ids';
import { Refusal } from '@svc/kit/refusal';
import { readBatch } from '../batch-body.ts';
import { boundsOf } from '../bounds.ts';
import { command } from '../define.ts';
import { measure } from '../domain/telemetry/batch.ts';
import { requireSignature } from '../provider-secrets.ts';
import { memoryOf } from '../remembering.ts';
import { findProviderOf } from '../store/providers.ts';
import { takeReadings } from '../taking.ts';

export const ingest = command('ingest', {
  admit: async ({ client_id, body, ...signed }, { db, tenant, now, config }) => {
    const provider = await findProviderOf(db, tenant, client_id);
    const bytes = Buffer.from(body, 'base64');
    requireSignature(provider, { ...signed, bytes }, { now, key: config.SVC_SECRET });
    return { provider, bytes };
  },
  gather: async (_input, { admitted: { provider, bytes } }) => ({
    provider,
    readings: readBatch(bytes),
  }),
  handle: async (_input, { db, tenant, now, config, facts: { provider, readings } }) => {
    if (!provider) throw new Refusal('invalid_signature', 'This client is of no provider.');
    const { measured, rejected } = measure(readings, boundsOf(now, config));
    const memory = memoryOf(config, provider.id);
    const batch = { providerId: provider.id, measured, memory, takenAt: now };
    const taken = await takeReadings(db, tenant, batch);
    return {
      object: 'telemetry_batch',
      id: newId('tb_', now),
      ...taken,
      rejected: [...rejected, ...taken.rejected].sort((a, b) => a.index - b.index),
    };
  },
});

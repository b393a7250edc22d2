import { newId } from '@svc/kit/ids';
import { readJsonObject } from '@svc/kit/json';
import { Refusal } from '@svc/kit/refusal';
import { BadInput } from '@svc/kit/reply';
import { boundsOf } from '../bounds.ts';
import type { Config } from '../config.ts';
import { command } from '../define.ts';
import { measure, readingsOf } from '../domain/telemetry/batch.ts';
import { requireSignature } from '../provider-secrets.ts';
import { findProviderOf } from '../store/providers.ts';
import { keepReadings } from '../taking.ts';
import { tellEntries } from '../telling-entries.ts';

export const ingest = command('ingest', {
  admit: async ({ client_id, body, ...signed }, { db, tenant, now, config }) => {
    const provider = await findProviderOf(db, tenant, client_id);
    const bytes = Buffer.from(body, 'base64');
    requireSignature(provider, { ...signed, bytes }, { now, key: config.SVC_SECRET });
  },
  gather: async ({ client_id, body }, { db, tenant }) => ({
    provider: await findProviderOf(db, tenant, client_id),
    readings: readBody(body),
  }),
  handle: async (_input, { db, tenant, now, config, emit, facts: { provider, readings } }) => {
    if (!provider) throw new Refusal('invalid_signature', 'This client is of no provider.');
    const { measured, rejected } = measure(readings, boundsOf(now, config));
    const days = daysOf(config);
    const kept = await keepReadings(db, tenant, { providerId: provider.id, measured, days });
    await tellEntries(db, kept.fresh, { emit, speedKmh: config.SVC_AVERAGE_SPEED_KMH });
    return {
      object: 'telemetry_batch',
      id: newId('tb_', now),
      accepted: kept.fresh.length,
      duplicates: kept.duplicates,
      rejected: [...rejected, ...kept.rejected].sort((a, b) => a.index - b.index),
    };
  },
});

/** One process may serve two environments, each with a database of its own. */
const knownDays = new WeakMap<Config, Set<string>>();

function daysOf(config: Config): Set<string> {
  const days = knownDays.get(config) ?? new Set<string>();
  knownDays.set(config, days);
  return days;
}

/** The signature is right; now the bytes are read. */
function readBody(base64: string): unknown[] {
  const read = readJsonObject(Buffer.from(base64, 'base64'));
  if ('refused' in read) throw new Refusal(read.refused, 'The body could not be parsed as JSON.');
  if ('issue' in read) throw new BadInput([read.issue]);
  const found = readingsOf(read.value);
  if ('fault' in found) throw new BadInput([found.fault]);
  return found.readings;
}

/** TTL cache of providers with their secrets, so that most batches need no lookup. */
import type { Kysely } from 'kysely';
import { isBatchSigned, requireSignature, type SignedBatch } from '../../adapters/signed-batch.ts';
import type { Config } from '../../config.ts';
import type { ProviderRecord } from '../../domain/telemetry/provider.ts';
import { findProviderOf } from '../../store/providers.ts';
import type { Tables } from '../../store/schema.ts';

/** Cache TTL, ms: for so long another replica may still accept a secret that was rotated out. */
const ttlMs = 1_000;

interface CachedProvider {
  provider: ProviderRecord;
  /** When it was read. */
  atMs: number;
}
/** By client; per config, because one process may serve two environments. */
const caches = new WeakMap<Config, Map<string, CachedProvider>>();

function cacheOf(config: Config): Map<string, CachedProvider> {
  const known = caches.get(config) ?? new Map<string, CachedProvider>();
  caches.set(config, known);
  return known;
}
/** Not one that was read in the future: the clock was set back since. */
const isFresh = ({ atMs }: CachedProvider, now: Date): boolean =>
  now.getTime() >= atMs && now.getTime() < atMs + ttlMs;

export const clearProviderCache = (config: Config): void => cacheOf(config).clear();

interface Scope {
  db: Kysely<Tables>;
  tenant: string;
  now: Date;
  config: Config;
}

/** The provider that signed the batch; a cache miss or mismatch reads it and checks again. */
export async function authenticateBatch(
  clientId: string,
  signed: SignedBatch,
  { db, tenant, now, config }: Scope,
): Promise<ProviderRecord> {
  const moment = { now, key: config.SVC_SECRET };
  const key = `${tenant} ${clientId}`;
  const known = cacheOf(config).get(key);
  if (known && isFresh(known, now) && isBatchSigned(known.provider, signed, moment)) {
    return known.provider;
  }
  const provider = await findProviderOf(db, tenant, { clientId, format: null });
  const signer = requireSignature(provider, signed, moment);
  cacheOf(config).set(key, { provider: signer, atMs: now.getTime() });
  return signer;
}

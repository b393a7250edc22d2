/** Providers that this process knows, so that not every batch looks its own up. */
import type { Kysely } from 'kysely';
import type { Config } from './config.ts';
import type { Provider } from './domain/telemetry/provider.ts';
import { isSigned, requireSignature, type SignedBatch } from './provider-secrets.ts';
import { findProviderOf } from './store/providers.ts';
import type { Tables } from './store/schema.ts';

/** So much longer than its time another replica may take a secret that was replaced twice. */
const knownMs = 1_000;

interface Known {
  provider: Provider;
  untilMs: number;
}
/** By client. One process may serve two environments, each with a database of its own. */
const knownBy = new WeakMap<Config, Map<string, Known>>();

function knownTo(config: Config): Map<string, Known> {
  const known = knownBy.get(config) ?? new Map<string, Known>();
  knownBy.set(config, known);
  return known;
}
export const forgetProviders = (config: Config): void => knownTo(config).clear();

interface Asking {
  db: Kysely<Tables>;
  tenant: string;
  now: Date;
  config: Config;
}

/** The provider that signed the batch; a secret that is not known yet is looked for. */
export async function signerOf(
  clientId: string,
  signed: SignedBatch,
  { db, tenant, now, config }: Asking,
): Promise<Provider> {
  const moment = { now, key: config.SVC_SECRET };
  const key = `${tenant} ${clientId}`;
  const known = knownTo(config).get(key);
  if (known && now.getTime() < known.untilMs && isSigned(known.provider, signed, moment)) {
    return known.provider;
  }
  const provider = await findProviderOf(db, tenant, clientId);
  const signer = requireSignature(provider, signed, moment);
  knownTo(config).set(key, { provider: signer, untilMs: now.getTime() + knownMs });
  return signer;
}

/** New clients and API keys: within the bound of their tenant, with a secret that is shown once. */
import { apiKeyScopes, providerScopes } from '@svc/contracts';
import { newId, randomCode } from '@svc/kit/ids';
import { hashSecret, randomSecret } from '../adapters/secret-hash.ts';
import type { AccountsWriteContext } from '../define.ts';
import { apiKeySecretLength, formatApiKey } from '../domain/api-key.ts';
import { countsTowardBound, requireFreeCredential } from '../domain/credential-bound.ts';
import { insertApiKey, type NewApiKey } from '../store/api-keys.ts';
import { insertClient, type NewClient } from '../store/clients.ts';
import { countCredentials } from '../store/credential-lists.ts';
import { isCarrier } from '../store/tenants.ts';

type Context = Pick<AccountsWriteContext, 'db' | 'tenant' | 'now' | 'config'>;

/** The tenant stays locked until the transaction ends. */
async function requireRoom(kind: 'client' | 'api_key', { db, tenant, config }: Context) {
  const count = await countCredentials(db, tenant, { kind, ofCarrier: providerScopes });
  requireFreeCredential(kind, count, config.SVC_CREDENTIALS_MAX);
}

export async function makeClient(
  client: Pick<NewClient, 'name' | 'scopes' | 'driver_id'>,
  context: Context,
) {
  const { db, tenant, now, config } = context;
  if (countsTowardBound(client, await isCarrier(db, tenant))) await requireRoom('client', context);
  const id = newId('cli_', now);
  const client_secret = randomSecret();
  const given = { kind: 'client', id, secret: client_secret } as const;
  const secret_hash = hashSecret(given, config.SVC_SECRET);
  await insertClient(db, tenant, { ...client, id, secret_hash, created_at: now });
  return { id, client_secret };
}

export async function makeApiKey(key: Pick<NewApiKey, 'name' | 'scopes'>, context: Context) {
  const { db, tenant, now, config } = context;
  const made = { scopes: key.scopes ?? apiKeyScopes, driver_id: null };
  if (countsTowardBound(made, await isCarrier(db, tenant))) await requireRoom('api_key', context);
  const id = newId('key_', now);
  const secret = randomCode(apiKeySecretLength);
  const secret_hash = hashSecret({ kind: 'api_key', id, secret }, config.SVC_SECRET);
  await insertApiKey(db, tenant, { ...key, id, secret_hash, created_at: now });
  return { id, api_key: formatApiKey({ key_id: id, secret }) };
}

import { apiKeyScopes, type CredentialHint, credentialTopic } from '@svc/contracts';
import { newId, randomCode } from '@svc/kit/ids';
import { toPage } from '@svc/kit/page';
import { Refusal } from '@svc/kit/refusal';
import { hashSecret, matchedSecret } from '../adapters/secret-hash.ts';
import { command, query } from '../define.ts';
import { apiKeySecretLength, formatApiKey, parseApiKey } from '../domain/api-key.ts';
import { narrowKeyScopes } from '../domain/scopes.ts';
import { isOldSecretValid, neverRotated } from '../domain/secret-rotation.ts';
import {
  findApiKey,
  insertApiKey,
  type NewApiKey,
  revokeApiKey as revokeStored,
} from '../store/api-keys.ts';
import { listCredentialPage, revokeCredential } from '../store/credential-lists.ts';
import { toApiKey } from '../workflows/credential-resource.ts';
import { noteOldUse, noteUse } from '../workflows/last-uses.ts';

/** A new key and its row, which holds a hash of the secret. */
function generateKey(
  { name, scopes }: Pick<NewApiKey, 'name' | 'scopes'>,
  { now, secrets }: { now: Date; secrets: string },
): { row: NewApiKey; api_key: string } {
  const id = newId('key_', now);
  const secret = randomCode(apiKeySecretLength);
  const secret_hash = hashSecret({ kind: 'api_key', id, secret }, secrets);
  return {
    row: { id, name, scopes, secret_hash, created_at: now },
    api_key: formatApiKey({ key_id: id, secret }),
  };
}

export const createApiKey = command('createApiKey', {
  handle: async ({ name }, { db, tenant, now, config }) => {
    const { row, api_key } = generateKey(
      { name, scopes: null },
      { now, secrets: config.SVC_SECRET },
    );
    await insertApiKey(db, tenant, row);
    return { key_id: row.id, api_key };
  },
});

export const addApiKey = command('addApiKey', {
  handle: async ({ name, scopes: wanted, held_scopes }, context) => {
    const { db, tenant, now, config, recordChange } = context;
    const scopes = narrowKeyScopes(wanted, held_scopes);
    const { row, api_key } = generateKey({ name, scopes }, { now, secrets: config.SVC_SECRET });
    await insertApiKey(db, tenant, row);
    recordChange({ object: row.id, after: { name, scopes } });
    return { ...toApiKey({ ...row, ...neverRotated }, now), api_key };
  },
});

export const listApiKeys = query('listApiKeys', async (page, { db, tenant, now }) => {
  const found = await listCredentialPage(db, tenant, { ...page, kind: 'api_key' });
  return toPage(
    found.map((key) => toApiKey(key, now)),
    page.limit,
  );
});

/** The hint empties the caches of gateways, which otherwise accept the key for some seconds. */
const revokedHint = (id: string): CredentialHint => ({ revoked_key_id: id });

export const removeApiKey = command('removeApiKey', {
  handle: async ({ id }, { db, tenant, now, hint, recordChange }) => {
    if (!(await revokeCredential(db, tenant, { kind: 'api_key', id, at: now }))) {
      throw new Refusal('api_key_not_found', 'There is no API key with this id.');
    }
    hint(credentialTopic, revokedHint(id));
    recordChange({ object: id, before: { revoked: false }, after: { revoked: true } });
    return { id, object: 'api_key', deleted: true };
  },
});

export const revokeApiKey = command('revokeApiKey', {
  handle: async ({ key_id }, { db, tenant, now, hint }) => {
    const revoked = await revokeStored(db, tenant, { id: key_id, at: now });
    if (revoked) hint(credentialTopic, revokedHint(key_id));
    return { revoked };
  },
});

const unknownKey = { principal: null, expires_at: null, revoked: null };

export const verifyApiKey = query('verifyApiKey', async ({ key }, { db, config, now }) => {
  const parts = parseApiKey(key);
  if (!parts) return unknownKey;
  const { key_id: id, secret } = parts;
  const stored = await findApiKey(db, id);
  const given = { kind: 'api_key', id, secret } as const;
  const matched = matchedSecret(given, stored, config.SVC_SECRET);
  if (!stored || !matched) return unknownKey;
  const { tenant_id, scopes, revoked_at } = stored;
  const owner = { tenant_id, client_id: id };
  const isOver = revoked_at !== null || (matched === 'old' && !isOldSecretValid(stored, now));
  if (isOver) return { ...unknownKey, revoked: owner };
  (matched === 'old' ? noteOldUse : noteUse)(config, id, now);
  return {
    principal: { ...owner, scopes: scopes ?? [...apiKeyScopes] },
    expires_at: matched === 'old' ? (stored.old_secret_expires_at?.toISOString() ?? null) : null,
    revoked: null,
  };
});

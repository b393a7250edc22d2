/**
 * New secrets for the clients and API keys of a tenant; previous ones stay valid for an overlap.
 */
import { apiKeyScopes, type CredentialHint, credentialTopic } from '@svc/contracts';
import { randomCode } from '@svc/kit/ids';
import { Refusal } from '@svc/kit/refusal';
import { hashSecret, randomSecret } from '../adapters/secret-hash.ts';
import { command } from '../define.ts';
import { apiKeySecretLength, formatApiKey } from '../domain/api-key.ts';
import { narrowScopes } from '../domain/scopes.ts';
import { rotateSecret } from '../domain/secret-rotation.ts';
import { endOldSecret, lockCredential, saveSecret } from '../store/rotated-secrets.ts';
import { toApiKey, toClient } from '../workflows/credential-resource.ts';

const unknownClient = () => new Refusal('client_not_found', 'There is no client with this id.');
const unknownKey = () => new Refusal('api_key_not_found', 'There is no API key with this id.');
/** Makes gateways drop their cached verification of the key. */
const changedHint = (id: string): CredentialHint => ({ changed_key_id: id });

/**
 * The caller must hold the client's scopes, as for a new client: the response shows the new secret
 * to its caller, who could use it.
 */
export const rotateClientSecret = command('rotateClientSecret', {
  handle: async ({ id, overlap_hours, held_scopes }, context) => {
    const { db, tenant, now, config, recordChange } = context;
    const stored = await lockCredential(db, tenant, { kind: 'client', id });
    if (!stored) throw unknownClient();
    narrowScopes(stored.scopes ?? [], held_scopes);
    const client_secret = randomSecret();
    const hash = hashSecret({ kind: 'client', id, secret: client_secret }, config.SVC_SECRET);
    const rotated = rotateSecret(stored, hash, { now, overlapHours: overlap_hours });
    await saveSecret(db, tenant, { kind: 'client', id, rotated });
    recordChange(recordedRotation(id, rotated.old_secret_expires_at));
    return { ...toClient({ ...stored, ...rotated }, now), client_secret };
  },
});

export const rotateApiKey = command('rotateApiKey', {
  handle: async ({ id, overlap_hours, held_scopes }, context) => {
    const { db, tenant, now, config, hint, recordChange } = context;
    const stored = await lockCredential(db, tenant, { kind: 'api_key', id });
    if (!stored) throw unknownKey();
    narrowScopes(stored.scopes ?? apiKeyScopes, held_scopes);
    const secret = randomCode(apiKeySecretLength);
    const hash = hashSecret({ kind: 'api_key', id, secret }, config.SVC_SECRET);
    const rotated = rotateSecret(stored, hash, { now, overlapHours: overlap_hours });
    await saveSecret(db, tenant, { kind: 'api_key', id, rotated });
    hint(credentialTopic, changedHint(id));
    recordChange(recordedRotation(id, rotated.old_secret_expires_at));
    const api_key = formatApiKey({ key_id: id, secret });
    return { ...toApiKey({ ...stored, ...rotated }, now), api_key };
  },
});

const recordedRotation = (object: string, end: Date | null) => ({
  object,
  before: { is_rotated: false },
  after: { is_rotated: true, earlier_valid_until: end },
});

/** A repeated call changes nothing. */
export const endOldClientSecret = command('endOldClientSecret', {
  handle: async ({ id }, { db, tenant, now, recordChange }) => {
    const stored = await lockCredential(db, tenant, { kind: 'client', id });
    if (!stored) throw unknownClient();
    await endOldSecret(db, tenant, { kind: 'client', id, at: now });
    recordChange(recordedEnd(id));
    return toClient({ ...stored, old_secret_expires_at: now }, now);
  },
});

export const endOldApiKey = command('endOldApiKey', {
  handle: async ({ id }, { db, tenant, now, hint, recordChange }) => {
    const stored = await lockCredential(db, tenant, { kind: 'api_key', id });
    if (!stored) throw unknownKey();
    await endOldSecret(db, tenant, { kind: 'api_key', id, at: now });
    hint(credentialTopic, changedHint(id));
    recordChange(recordedEnd(id));
    return toApiKey({ ...stored, old_secret_expires_at: now }, now);
  },
});

const recordedEnd = (object: string) => ({
  object,
  before: { is_earlier_valid: true },
  after: { is_earlier_valid: false },
});

/** Clients and API keys as their tenant sees them. */
import { apiKeyScopes, keyScopes, scopes } from '@svc/contracts';
import { type RotatedSecret, toSecretFields } from '../domain/secret-rotation.ts';

type StoredCredential = Omit<RotatedSecret, 'secret_hash' | 'old_secret_hash'> & {
  id: string;
  name: string;
  /** Null for a key that may do all that a key may. */
  scopes: readonly string[] | null;
  created_at: Date;
};

export const toClient = (stored: StoredCredential, now: Date) => ({
  object: 'client' as const,
  ...{ id: stored.id, name: stored.name },
  scopes: scopes.filter((scope) => stored.scopes?.includes(scope)),
  created_at: stored.created_at.toISOString(),
  ...toSecretFields(stored, now),
});

export function toApiKey(stored: StoredCredential, now: Date) {
  const held: readonly string[] = stored.scopes ?? apiKeyScopes;
  return {
    object: 'api_key' as const,
    ...{ id: stored.id, name: stored.name },
    scopes: keyScopes.filter((scope) => held.includes(scope)),
    created_at: stored.created_at.toISOString(),
    ...toSecretFields(stored, now),
  };
}

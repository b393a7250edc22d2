/**
 * Deny list of revoked clients whose tokens have not expired yet.
 *
 * accounts broadcasts each revocation as a hint, which ends the client's tokens at once. Hints can
 * be lost: the list of the latest revocations is fetched together with the signing keys, so that a
 * lost one costs no more than the time between two fetches.
 */
import { accounts, credentialHint, credentialTopic } from '@svc/contracts';
import type { Transport } from '@svc/kit/transport';
import { LRUCache } from 'lru-cache';
import { platformMeta } from '../http/call-meta.ts';

/** A revocation is permanent: a hinted one is kept until newer ones evict it. */
const hintedMax = 5_000;

export interface RevokedClients {
  has(clientId: string): boolean;
  /** Fetches the list again; when that fails, the last one stays. */
  refresh(): Promise<void>;
}

export function createRevokedClients(transport: Transport): RevokedClients {
  const hinted = new LRUCache<string, true>({ max: hintedMax });
  let listed: ReadonlySet<string> = new Set();
  transport.subscribe(credentialTopic, (payload) => {
    const hint = credentialHint.safeParse(payload);
    if (hint.success && 'revoked_client_id' in hint.data) {
      hinted.set(hint.data.revoked_client_id, true);
    }
  });
  return {
    has: (clientId) => hinted.has(clientId) || listed.has(clientId),
    refresh: async () => {
      const meta = platformMeta('revoked clients');
      const reply = await transport.call('accounts', 'listRevokedClients', {}, meta);
      const list = accounts.actions.listRevokedClients.output.safeParse('ok' in reply && reply.ok);
      if (list.success) listed = new Set(list.data.client_ids);
    },
  };
}

/**
 * Deny list of revoked clients and devices whose tokens have not expired yet.
 *
 * accounts broadcasts each revocation as a hint, which ends the client's tokens immediately. Hints can
 * be lost, so the list of revocations is fetched as well, stale-while-revalidate: from an age of 2 s
 * on in the background, from 4 s on before a token is believed. A revocation counts on every gateway
 * within 5 s of its answer. While accounts does not answer, the last list stays.
 *
 * Neither has a bound but time (`hints.ts`).
 *
 * Cost: one call and two reads of an index every 2 s per gateway that gets requests with tokens, and
 * as many for each further 5,000 clients and devices revoked within the life of a token.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { accounts, credentialHint, credentialTopic, tokenLifeSeconds } from '@svc/contracts';
import { type Clock, isFresh } from '@svc/kit/clock';
import type { Transport } from '@svc/kit/transport';
import { platformMeta } from './call-meta.ts';
import { createHints } from './hints.ts';

/** A hint is kept for as long as a token of that client may be out, twice over for steps of clocks. */
const hintedMs = 2 * tokenLifeSeconds * 1_000;
const refreshMs = 2_000;
const staleMs = 4_000;
/** Maximum wait of a request for the list, ms: with `staleMs` less than 5 s. */
const staleWaitMs = 750;
/** Backoff after a failed fetch, ms: requests do not wait while accounts is unavailable. */
const retryMs = 1_000;

export interface RevokedClients {
  has(clientId: string): boolean;
  /** Starts a fetch when one is due; a promise where the list is too old to be used before. */
  refresh(): Promise<unknown> | undefined;
}

export function createRevokedClients(transport: Transport, clock: Clock): RevokedClients {
  const hinted = createHints(hintedMs, clock);
  let listed: ReadonlySet<string> = new Set();
  /** When the fetch of the list began, which may lack what was revoked since. */
  let listedAtMs = -Infinity;
  let failedAtMs = -Infinity;
  let fetching: Promise<void> | undefined;
  transport.subscribe(credentialTopic, (payload) => {
    const hint = credentialHint.safeParse(payload);
    if (hint.success && 'revoked_client_id' in hint.data) hinted.add(hint.data.revoked_client_id);
  });
  const fetchList = async () => {
    const startedMs = clock.now().getTime();
    const list = await listRevocations(transport).catch(() => undefined);
    if (list) {
      listed = list;
      listedAtMs = startedMs;
    } else failedAtMs = clock.now().getTime();
    fetching = undefined;
  };
  return {
    has: (clientId) => hinted.at(clientId) !== undefined || listed.has(clientId),
    refresh: () => {
      const now = clock.now();
      if (isFresh(listedAtMs, refreshMs, now) || isFresh(failedAtMs, retryMs, now))
        return undefined;
      fetching ??= fetchList();
      if (isFresh(listedAtMs, staleMs, now)) return undefined;
      return Promise.race([fetching, pause(staleWaitMs, undefined, { ref: false })]);
    },
  };
}

/** Undefined when it cannot be had. */
async function listRevocations(transport: Transport): Promise<Set<string> | undefined> {
  const { output } = accounts.actions.listRevokedClients;
  const meta = platformMeta('revoked clients');
  const ids = new Set<string>();
  for (let input = {}; ; ) {
    const reply = await transport.call('accounts', 'listRevokedClients', input, meta);
    const page = output.safeParse('ok' in reply && reply.ok);
    if (!page.success) return undefined;
    for (const id of page.data.client_ids) ids.add(id);
    if (!page.data.next) return ids;
    input = { before: page.data.next };
  }
}

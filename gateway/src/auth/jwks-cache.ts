/**
 * Cache of the token issuer's public keys (JWKS, RFC 7517), stale-while-revalidate.
 *
 * Tokens of a withdrawn key must stop working within a minute: keys older than 30 s are refreshed in
 * the background, keys older than 60 s before they are used. While the issuer is unavailable, the
 * cached keys stay valid.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { accounts, credentialHint, credentialTopic } from '@svc/contracts';
import { type Clock, isFresh } from '@svc/kit/clock';
import { CallFault } from '@svc/kit/refusal';
import type { Transport } from '@svc/kit/transport';
import { type CryptoKey, importJWK, type JWK } from 'jose';
import { platformMeta } from './call-meta.ts';

/** Minimum interval of fetches caused by an unknown `kid`, ms. */
const refetchMs = 10_000;
/** Backoff after a failed fetch, ms. */
const retryMs = 1_000;
const refreshMs = 30_000;
const staleMs = 60_000;
/** Maximum wait of a request for a refresh, ms. */
const staleWaitMs = 1_000;

export interface JwksCache {
  /** `undefined` for a key that the issuer does not have; throws `Fault` if it is unavailable. */
  find(kid: string): Promise<CryptoKey | undefined>;
  /** Starts a fetch when one is due; a promise where the keys are too old to be used before. */
  refresh(): Promise<void> | undefined;
  /** Another number whenever the key set has changed. */
  generation(): number;
}

interface State {
  keys: ReadonlyMap<string, CryptoKey>;
  /** The set as it was fetched. */
  text: string;
  generation: number;
  fetchedAtMs: number;
  failedAtMs: number;
  /** Whether the last fetch failed. */
  hasFailed: boolean;
  fetching?: Promise<void> | undefined;
}

interface JwksCacheParts {
  transport: Transport;
  clock: Clock;
}

export function createJwksCache({ transport, clock }: JwksCacheParts): JwksCache {
  const state: State = {
    keys: new Map(),
    text: '',
    generation: 0,
    fetchedAtMs: -Infinity,
    failedAtMs: -Infinity,
    hasFailed: false,
  };
  const nowMs = () => clock.now().getTime();
  const isYounger = (ms: number) => isFresh(state.fetchedAtMs, ms, clock.now());
  const mayRetry = () => !isFresh(state.failedAtMs, retryMs, clock.now());

  /** Single flight: concurrent callers share one fetch. */
  const fetchOnce = () => {
    state.fetching ??= load(transport, state, nowMs).finally(() => {
      state.fetching = undefined;
    });
    return state.fetching;
  };
  const refresh = () => {
    if (isYounger(refreshMs) || !mayRetry()) return undefined;
    const isUsable = isYounger(staleMs);
    const fetched = fetchOnce();
    if (isUsable) return undefined;
    return Promise.race([fetched, pause(staleWaitMs, undefined, { ref: false })]);
  };
  transport.subscribe(credentialTopic, (payload) => {
    const hint = credentialHint.safeParse(payload);
    if (hint.success && 'signing_keys_changed' in hint.data) state.fetchedAtMs = -Infinity;
  });
  return {
    refresh,
    generation: () => state.generation,
    find: async (kid) => {
      await refresh();
      const known = state.keys.get(kid);
      if (known || isYounger(refetchMs)) return known;
      if (!mayRetry() && !state.fetching) throw new CallFault('unavailable', 'no signing keys');
      await fetchOnce();
      if (state.hasFailed) throw new CallFault('unavailable', 'no signing keys');
      return state.keys.get(kid);
    },
  };
}

async function load(transport: Transport, state: State, nowMs: () => number): Promise<void> {
  // Keys that cannot be read are keys that could not be had.
  const fetched = await fetchKeys(transport, state).catch(() => undefined);
  state.hasFailed = fetched === undefined;
  if (!fetched) {
    state.failedAtMs = nowMs();
    return;
  }
  if (fetched.text !== state.text) state.generation += 1;
  Object.assign(state, fetched, { fetchedAtMs: nowMs() });
}

async function fetchKeys(
  transport: Transport,
  known: Pick<State, 'keys' | 'text'>,
): Promise<Pick<State, 'keys' | 'text'> | undefined> {
  const reply = await transport.call('accounts', 'jwks', {}, platformMeta('jwks'));
  if (!('ok' in reply)) return undefined;
  const set = accounts.actions.jwks.output.safeParse(reply.ok);
  if (!set.success) return undefined;
  const text = JSON.stringify(set.data.keys);
  if (text === known.text) return known;
  const imported = await Promise.all(set.data.keys.map(toKey));
  return { text, keys: new Map(imported.flatMap((entry) => (entry ? [entry] : []))) };
}

/** Anything but an ES256 key with an id is not for us. */
async function toKey(jwk: JWK): Promise<[string, CryptoKey] | undefined> {
  if (jwk.kid === undefined || jwk.kty !== 'EC' || jwk.crv !== 'P-256') return undefined;
  const key = await importJWK(jwk, 'ES256');
  return key instanceof Uint8Array ? undefined : [jwk.kid, key];
}

/** Public keys of the token issuer, fetched when one is needed and kept. */
import { accounts } from '@svc/contracts';
import type { Clock } from '@svc/kit/clock';
import { Fault } from '@svc/kit/reply';
import type { Transport } from '@svc/kit/transport';
import { type CryptoKey, importJWK, type JWK } from 'jose';
import { platformMeta } from '../http/call-meta.ts';

/** A token that names an unknown key may ask for the keys again this often. */
const refetchMs = 10_000;
/** After a fetch that failed. */
const retryMs = 1_000;
/** Known keys are looked at again this often, so that a withdrawn one goes. */
const refreshMs = 300_000;

export interface SigningKeys {
  /** `undefined` for a key that the issuer does not have; throws `Fault` when it cannot be asked. */
  find(kid: string): Promise<CryptoKey | undefined>;
}

interface State {
  keys: ReadonlyMap<string, CryptoKey>;
  fetchedAtMs: number;
  failedAtMs: number;
  fetching?: Promise<void> | undefined;
}

export function createSigningKeys(transport: Transport, clock: Clock): SigningKeys {
  const state: State = { keys: new Map(), fetchedAtMs: -Infinity, failedAtMs: -Infinity };
  const nowMs = () => clock.now().getTime();

  const load = async () => {
    // Keys that cannot be read are keys that could not be had.
    const keys = await fetchKeys(transport).catch(() => undefined);
    if (keys) {
      state.keys = keys;
      state.fetchedAtMs = nowMs();
    } else {
      state.failedAtMs = nowMs();
    }
  };
  /** All who wait for keys wait for the same fetch. */
  const fetchOnce = () => {
    state.fetching ??= load().finally(() => {
      state.fetching = undefined;
    });
    return state.fetching;
  };
  const find = async (kid: string) => {
    const age = nowMs() - state.fetchedAtMs;
    const mayRetry = nowMs() - state.failedAtMs >= retryMs;
    const known = state.keys.get(kid);
    if (known) {
      if (age >= refreshMs && mayRetry) void fetchOnce();
      return known;
    }
    if (age < refetchMs) return undefined;
    if (!mayRetry && !state.fetching) throw new Fault('unavailable', 'no signing keys');
    await fetchOnce();
    if (state.failedAtMs > state.fetchedAtMs) throw new Fault('unavailable', 'no signing keys');
    return state.keys.get(kid);
  };
  return { find };
}

async function fetchKeys(transport: Transport): Promise<Map<string, CryptoKey> | undefined> {
  const reply = await transport.call('accounts', 'jwks', {}, platformMeta('jwks'));
  if (!('ok' in reply)) return undefined;
  const set = accounts.actions.jwks.output.safeParse(reply.ok);
  if (!set.success) return undefined;
  const imported = await Promise.all(set.data.keys.map(toKey));
  return new Map(imported.flatMap((entry) => (entry ? [entry] : [])));
}

/** Anything but an ES256 key with an id is not for us. */
async function toKey(jwk: JWK): Promise<[string, CryptoKey] | undefined> {
  if (jwk.kid === undefined || jwk.kty !== 'EC' || jwk.crv !== 'P-256') return undefined;
  const key = await importJWK(jwk, 'ES256');
  return key instanceof Uint8Array ? undefined : [jwk.kid, key];
}

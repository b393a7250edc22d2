/** API keys of the live API: `svc_live_<key id>_<secret><checksum>`. */
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { accounts } from '@svc/contracts';
import type { Clock } from '@svc/kit/clock';
import type { Transport } from '@svc/kit/transport';
import { LRUCache } from 'lru-cache';
import { platformMeta } from '../http/call-meta.ts';
import { problem, unavailable } from '../http/problem.ts';
import type { Identified } from './caller.ts';
import { challenge } from './token.ts';

/** A revoked key stops within this time. */
const rememberedMs = 10_000;
const rememberedMax = 5_000;

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const form = new RegExp(`^svc_live_key_[${alphabet}]{26}_[${alphabet}]{32}[${alphabet}]{7}$`);
const checksumLength = 7;

/** Form and checksum (CRC-32 in base32) tell a mistyped key without asking anybody. */
function looksGenuine(key: string): boolean {
  if (!form.test(key)) return false;
  const body = key.slice(0, -checksumLength);
  return key.endsWith(base32(crc32(body)));
}

const base32 = (value: number): string =>
  Array.from({ length: checksumLength }, (_, i) =>
    alphabet.charAt(Math.floor(value / 32 ** (checksumLength - 1 - i)) % 32),
  ).join('');

const invalidKey: Identified = {
  problem: problem('invalid_api_key', { headers: { 'www-authenticate': challenge } }),
};

export type VerifyApiKey = (key: string) => Identified | Promise<Identified>;

export function createApiKeyVerifier(transport: Transport, clock: Clock): VerifyApiKey {
  const remembered = new LRUCache<string, { identified: Identified; untilMs: number }>({
    max: rememberedMax,
  });
  const asking = new Map<string, Promise<Identified>>();

  const ask = async (key: string, digest: string): Promise<Identified> => {
    const askedAtMs = clock.now().getTime();
    const answer = await askAccounts(transport, key);
    if (!answer) return { problem: unavailable() };
    remembered.set(digest, { identified: answer, untilMs: askedAtMs + rememberedMs });
    return answer;
  };
  const askOnce = (key: string, digest: string) => {
    const asked = ask(key, digest).finally(() => asking.delete(digest));
    asking.set(digest, asked);
    return asked;
  };
  return (key) => {
    if (!looksGenuine(key)) return invalidKey;
    const digest = hash('sha256', key, 'base64');
    const known = remembered.get(digest);
    if (known && clock.now().getTime() < known.untilMs) return known.identified;
    return asking.get(digest) ?? askOnce(key, digest);
  };
}

async function askAccounts(transport: Transport, key: string): Promise<Identified | undefined> {
  const reply = await transport.call('accounts', 'verifyApiKey', { key }, platformMeta('api key'));
  if (!('ok' in reply)) return undefined;
  const { principal } = accounts.actions.verifyApiKey.output.parse(reply.ok);
  if (!principal) return invalidKey;
  return {
    caller: {
      tenant: principal.tenant_id,
      actor: principal.client_id,
      scopes: new Set(principal.scopes),
      credential: 'key',
    },
  };
}

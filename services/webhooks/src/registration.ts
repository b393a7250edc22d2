/** The rules of an address at registration; they are applied again at every dial. */
import { Refusal } from '@svc/kit/refusal';
import { areAllowed, createResolve } from './addresses.ts';
import type { Config } from './config.ts';
import { targetOf } from './domain/url.ts';

/** How long a registration waits for name servers. */
const lookUpMs = 2_000;

/**
 * A name that does not resolve (yet) may be registered; one that leads to a forbidden address may
 * not. Asks name servers, so no transaction may be open.
 */
export async function requireAllowedUrl(url: string, config: Config): Promise<void> {
  const allowLoopback = config.SVC_WEBHOOK_ALLOW_LOOPBACK;
  const { host, isAddress } = targetOf(url, allowLoopback);
  const resolve = createResolve(config.SVC_WEBHOOK_DNS_SERVERS, lookUpMs);
  const addresses = isAddress ? [host] : await resolve(host);
  if (!areAllowed(addresses, allowLoopback)) {
    throw new Refusal('invalid_url', 'This address cannot be used. It is not a public one.');
  }
}

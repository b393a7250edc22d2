/** URL check at registration; the connector checks addresses again on every connection. */
import { Refusal } from '@svc/kit/refusal';
import { createResolve } from '../adapters/dns-resolver.ts';
import { areAllowed } from '../adapters/ip-address.ts';
import type { Config } from '../config.ts';
import { parseTarget } from '../domain/url.ts';

/** DNS deadline of a registration, ms. */
const lookUpMs = 2_000;

/**
 * Refuses a host name that resolves to a forbidden address; a name that does not resolve passes.
 * Queries DNS, so no transaction may be open.
 */
export async function requireAllowedUrl(url: string, config: Config): Promise<void> {
  const allowLoopback = config.SVC_WEBHOOK_ALLOW_LOOPBACK;
  const { host, isAddress } = parseTarget(url, allowLoopback);
  const resolve = createResolve(config.SVC_WEBHOOK_DNS_SERVERS, lookUpMs);
  const addresses = isAddress ? [host] : await resolve(host);
  if (!areAllowed(addresses, allowLoopback)) {
    throw new Refusal('invalid_url', 'This address cannot be used. It is not a public one.');
  }
}

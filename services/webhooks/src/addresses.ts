/** Where a name leads, and whether a delivery may go there. Around ipaddr.js and Node's resolver. */
import { Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { isLoopbackName } from './domain/url.ts';

export type AddressKind = 'public' | 'loopback' | 'forbidden';

/** Public by number, but answered by the cloud that a machine runs in. */
const wireServers = new Set(['168.63.129.16']);
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Public is what the registries of special addresses leave. Of IPv6 that is within 2000::/3 alone, so
 * no address that wraps an IPv4 one (mapped, NAT64, 6to4, Teredo) can stand for a private one.
 */
export function kindOf(address: string): AddressKind {
  if (!ipaddr.isValid(address)) return 'forbidden';
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range === 'loopback') return 'loopback';
  if (range !== 'unicast' || wireServers.has(parsed.toString())) return 'forbidden';
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast) ? 'public' : 'forbidden';
}

/** All addresses of a name, IPv4 first; none when it has none or nobody knows in time. */
export type Resolve = (name: string) => Promise<string[]>;

const queryTimeoutMs = 2_000;
const queryTries = 2;

/**
 * Asks name servers directly. The system's own look-up runs in four threads that everything shares:
 * a few names whose servers hang would stop every other delivery.
 */
export const createResolve =
  (servers: readonly string[] | undefined, deadlineMs: number): Resolve =>
  async (name) => {
    if (isLoopbackName(name)) return ['127.0.0.1', '::1'];
    const resolver = new Resolver({ timeout: queryTimeoutMs, tries: queryTries });
    if (servers) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), deadlineMs);
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    clearTimeout(timer);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };

/** Every address must be allowed: a name that also leads elsewhere could be dialled there. */
export const areAllowed = (addresses: readonly string[], allowLoopback: boolean): boolean =>
  addresses
    .map(kindOf)
    .every((kind) => kind === 'public' || (kind === 'loopback' && allowLoopback));

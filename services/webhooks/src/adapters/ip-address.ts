/** SSRF guard: classifies IP addresses as deliverable or forbidden, with ipaddr.js. */
import ipaddr from 'ipaddr.js';

export type AddressKind = 'public' | 'loopback' | 'forbidden';

/** Azure's WireServer: in a public range, but served by the host's cloud. */
const wireServers = new Set(['168.63.129.16']);
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Public: in no IANA special-purpose registry. IPv6 must be global unicast (2000::/3), so that no
 * address that embeds an IPv4 address (mapped, NAT64, 6to4, Teredo) can reach a private one.
 */
export function kindOf(address: string): AddressKind {
  if (!ipaddr.isValid(address)) return 'forbidden';
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range === 'loopback') return 'loopback';
  if (range !== 'unicast' || wireServers.has(parsed.toString())) return 'forbidden';
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast) ? 'public' : 'forbidden';
}

/** All addresses of a name must be allowed, because the connector may use any of them. */
export const areAllowed = (addresses: readonly string[], allowLoopback: boolean): boolean =>
  addresses
    .map(kindOf)
    .every((kind) => kind === 'public' || (kind === 'loopback' && allowLoopback));

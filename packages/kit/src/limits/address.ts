import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * The caller's address: the peer of the outermost trusted proxy. Each of `hops` proxies appends
 * what it saw to x-forwarded-for; entries before those are the client's own claim. With fewer
 * entries than hops no entry can be trusted: the peer counts.
 */
export function callerAddress(request: IncomingMessage, hops: number): string {
  const peer = request.socket.remoteAddress ?? 'unknown';
  if (hops === 0) return peer;
  const seen = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const entry = seen.at(-hops);
  return entry === undefined ? peer : withoutPort(entry);
}

/** Some balancers write the client's port too: `192.0.2.7:5678`, `[2001:db8::1]:5678`. */
function withoutPort(entry: string): string {
  const [, v6] = /^\[([^\]]+)\](?::\d+)?$/.exec(entry) ?? [];
  if (v6 !== undefined) return v6;
  const [, v4] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(entry) ?? [];
  return v4 ?? entry;
}

/** One caller may hold a whole IPv6 /64; an IPv4 address written as IPv6 is the IPv4 address. */
export function addressGroup(address: string): string {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(plain)) return plain.slice(0, 64);
  return firstGroups(plain.split('%')[0] ?? plain);
}

function firstGroups(address: string): string {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  // A dotted IPv4 tail replaces two groups.
  const width = (groups: string[]) => groups.length + (groups.at(-1)?.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - width(left) - width(right));
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

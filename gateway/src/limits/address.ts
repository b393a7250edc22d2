import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * The address that counts as the caller's: the one that the outermost trusted proxy saw. Each of
 * `hops` proxies appends what it saw to x-forwarded-for; whatever stands before that is hearsay.
 */
export function callerAddress(request: IncomingMessage, hops: number): string {
  const peer = request.socket.remoteAddress ?? 'unknown';
  if (hops === 0) return peer;
  const header = request.headers['x-forwarded-for'];
  const seen = String(header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return seen.at(-Math.min(hops, seen.length)) ?? peer;
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
  // A dotted IPv4 tail stands for two groups.
  const width = (groups: string[]) => groups.length + (groups.at(-1)?.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - width(left) - width(right));
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

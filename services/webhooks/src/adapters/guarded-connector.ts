/** Keep-alive agent with an SSRF guard: connects to allowed addresses only (undici). */
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { DeliveryError } from '../domain/attempt-result.ts';

interface GuardedAgentOptions {
  /** All addresses of a name; empty if it does not resolve. */
  resolve: (name: string) => Promise<string[]>;
  /** Whether every one of these addresses may be connected to. */
  isAllowed: (addresses: readonly string[]) => boolean;
  timeoutMs: number;
  /** Trusted besides the well-known authorities; for tests. */
  ca?: string;
}

/**
 * Safe against DNS rebinding: the custom lookup checks the addresses and hands the same ones to the
 * socket. Lookup is not called for an IP literal, so `connect` checks that itself.
 */
export function createGuardedAgent(options: GuardedAgentOptions): Dispatcher {
  const { isAllowed, timeoutMs: timeout, ca } = options;
  const base = buildConnector({
    allowH2: false,
    timeout,
    autoSelectFamily: true,
    lookup: checkedLookup(options),
    ...(ca !== undefined && { ca }),
  });
  const connect: buildConnector.connector = (target, callback) => {
    const host = target.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && !isAllowed([host]))
      callback(new DeliveryError('address_not_allowed'), null);
    else base(target, callback);
  };
  return new Agent({
    connect,
    allowH2: false,
    // Unlimited: concurrency is limited per endpoint, and endpoints may share an origin.
    connections: null,
    pipelining: 1,
    // Off: one deadline covers the whole attempt.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

const checkedLookup =
  ({ resolve, isAllowed }: GuardedAgentOptions): LookupFunction =>
  (name, { all }, callback) => {
    const answer = async () => {
      const addresses = await resolve(name.replace(/\.$/, ''));
      const [first] = addresses;
      if (first === undefined) throw new DeliveryError('name_not_resolved');
      if (!isAllowed(addresses)) throw new DeliveryError('address_not_allowed');
      return { first, addresses };
    };
    answer().then(
      ({ first, addresses }) => {
        if (!all) callback(null, first, isIP(first));
        else
          callback(
            null,
            addresses.map((address) => ({ address, family: isIP(address) })),
          );
      },
      (error: Error) => callback(error, ''),
    );
  };

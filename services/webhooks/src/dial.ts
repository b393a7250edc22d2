/** Connections to receivers: dialled to checked addresses only, kept open for the next delivery. */
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { areAllowed, type Resolve } from './addresses.ts';

export class NotAllowed extends Error {}
export class NotResolved extends Error {}

export interface DialOptions {
  resolve: Resolve;
  allowLoopback: boolean;
  timeoutMs: number;
  /** Trusted besides the well-known authorities; for tests. */
  ca?: string;
}

/**
 * The look-up hands the socket the very addresses that were checked, so an answer that changes
 * between check and dial (DNS rebinding) changes nothing. It is never asked about an IP literal, so
 * that is checked where the connection is asked for.
 */
export function createDialer(options: DialOptions): Dispatcher {
  const { allowLoopback, timeoutMs: timeout, ca } = options;
  const base = buildConnector({
    allowH2: false,
    timeout,
    autoSelectFamily: true,
    lookup: checkedLookup(options),
    ...(ca !== undefined && { ca }),
  });
  const connect: buildConnector.connector = (target, callback) => {
    const host = target.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && !areAllowed([host], allowLoopback)) callback(new NotAllowed(), null);
    else base(target, callback);
  };
  return new Agent({
    connect,
    allowH2: false,
    // Endpoints bound what is under way, each its own; some share an origin and must not share that.
    connections: null,
    pipelining: 1,
    // The deadline of an attempt is one timer over all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

const checkedLookup =
  ({ resolve, allowLoopback }: DialOptions): LookupFunction =>
  (name, { all }, callback) => {
    const answer = async () => {
      const addresses = await resolve(name.replace(/\.$/, ''));
      const [first] = addresses;
      if (first === undefined) throw new NotResolved();
      if (!areAllowed(addresses, allowLoopback)) throw new NotAllowed();
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

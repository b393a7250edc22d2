/** Resolves host names with Node's DNS client. */
import { Resolver } from 'node:dns/promises';
import { isLoopbackName } from '../domain/url.ts';

/** All addresses of a name, IPv4 first; empty if it has none or the lookup times out. */
export type Resolve = (name: string) => Promise<string[]>;

const queryTimeoutMs = 2_000;
const queryTries = 2;

/**
 * DNS over the network (c-ares) instead of getaddrinfo: that runs in libuv's pool of four threads,
 * where a few names with hanging servers would block every other delivery.
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

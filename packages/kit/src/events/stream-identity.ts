/**
 * Identity of a stream: a random id, written into the stream's description when it is created.
 *
 * The server's own `created` time is no identity: a standalone nats-server rewrites it when the
 * stream is updated. `metadata` would be the natural place, but it needs nats-server 2.10.
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

const prefix = 'stream-id:';

export const newDescription = (): string => `${prefix}${randomUUID()}`;

/** Empty for a stream without an identity. */
export const identityIn = (description = ''): string =>
  description.startsWith(prefix) ? description.slice(prefix.length) : '';

/** Whether a server's configuration lacks something that is wanted; what else it has, it keeps. */
export const differs = (known: object, wanted: object): boolean => {
  const has = new Map<string, unknown>(Object.entries(known));
  return Object.entries(wanted).some(([key, value]) => !isDeepStrictEqual(has.get(key), value));
};

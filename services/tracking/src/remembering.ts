/**
 * What a process remembers of a provider's feeds, so that it need not ask for each batch.
 *
 * One process at a time has the provider's token, and it alone appends batches; what it remembers is
 * right for as long. Whoever takes the token over, or changes the feeds otherwise, makes the memory
 * of the others void, which they notice when they append. A number that was claimed in vain, by a
 * batch that was not committed, is only looked for once more.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Config } from './config.ts';
import type { KnownFeed } from './domain/telemetry/feed.ts';
import { addFeeds, listFeeds } from './store/feeds.ts';
import type { Tables } from './store/schema.ts';
import { giveToken, listSince, lockKeeper } from './store/waiting.ts';

export interface Memory {
  token: string;
  /** By device; replaced by an empty one when the memory turns out to be void. */
  feeds: Map<string, KnownFeed>;
  /** By feed, the highest number in batches up to the last that was heard of. */
  heard: Map<number, number>;
  lastHeard: number;
}

/** One process may serve two environments, each with a database of its own. */
const memories = new WeakMap<Config, Map<string, Memory>>();

export function memoryOf(config: Config, providerId: string): Memory {
  const own = memories.get(config) ?? new Map<string, Memory>();
  memories.set(config, own);
  const known = own.get(providerId);
  const memory = known ?? { token: '', feeds: new Map(), heard: new Map(), lastHeard: 0 };
  own.set(providerId, memory);
  return memory;
}

export interface Asked {
  providerId: string;
  memory: Memory;
}

/** With the feeds of these devices, and nobody else appending; whether the token has to be renewed. */
export async function refresh(
  db: Kysely<Tables>,
  tenant: string,
  { providerId, memory, deviceIds }: Asked & { deviceIds: readonly string[] },
): Promise<boolean> {
  const token = await lockKeeper(db, providerId);
  const isVoid = token !== memory.token;
  if (isVoid) await hear(db, { providerId, memory });
  const missing = deviceIds.filter((id) => !memory.feeds.has(id));
  if (missing.length === 0) return isVoid;
  const asked = { providerId, deviceIds: missing };
  const known = await listFeeds(db, providerId, missing);
  const added = known.length < missing.length ? await addFeeds(db, tenant, asked) : 0;
  const feeds = added > 0 ? await listFeeds(db, providerId, missing) : known;
  for (const { max_seq, ...feed } of feeds) {
    const max = Math.max(max_seq, memory.heard.get(feed.no) ?? -1);
    memory.feeds.set(feed.device_id, { ...feed, max, free: [] });
  }
  return isVoid || added > 0;
}

/** What is put away meanwhile is in the feeds, which are read after this. */
async function hear(db: Kysely<Tables>, { providerId, memory }: Asked): Promise<void> {
  const { heard } = memory;
  for (const { no, max } of memory.feeds.values()) heard.set(no, max);
  memory.feeds = new Map();
  const { readings, last } = await listSince(db, providerId, memory.lastHeard);
  for (const { feed_no, seq } of readings) {
    heard.set(feed_no, Math.max(seq, heard.get(feed_no) ?? -1));
  }
  memory.lastHeard = last;
}

/** Batches that wait to be appended look again. */
export async function renew(db: Kysely<Tables>, { providerId, memory }: Asked): Promise<void> {
  memory.token = randomUUID();
  await giveToken(db, providerId, memory.token);
}

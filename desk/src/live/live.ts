/** Live pages of a process: a feed per carrier, and the streams that show it. */
import { liveJobsHint, liveJobsTopic, opsEventsTopic } from '@svc/contracts';
import type { Clock } from '@svc/kit/clock';
import type { Viewer } from '@svc/kit/event-stream';
import type { Logger } from '@svc/kit/log';
import type { Transport } from '@svc/kit/transport';
import type { People } from '../identity/people.ts';
import { createFeed, type Feed } from './feed.ts';
import { createStreams, type StreamOwner } from './streams.ts';

/** A feed without viewers goes on for so long: a page that is left leads to the next. */
const idleMs = 60_000;

export interface Live {
  /** Returns what ends it; undefined when there are too many streams. */
  open(viewer: Viewer, owner: StreamOwner & { last: string | undefined }): (() => void) | undefined;
  /** Where a page of this tenant that is loaded now goes on; empty while nobody follows. */
  lastOf(tenant: string): string;
  /** After a command that may have ended sessions of the tenant. */
  check(tenant: string): void;
  stop(): void;
}

interface Followed {
  feed: Feed;
  viewers: number;
  idle: NodeJS.Timeout | undefined;
}

interface LiveParts {
  transport: Transport;
  clock: Clock;
  log: Logger;
  people: People;
}

export function createLive(desk: LiveParts): Live {
  const feeds = new Map<string, Followed>();
  const streams = createStreams(desk);
  const followed = (tenant: string): Followed => {
    const known = feeds.get(tenant);
    if (known) return known;
    const made = { feed: createFeed(desk, tenant), viewers: 0, idle: undefined };
    feeds.set(tenant, made);
    return made;
  };
  const release = (tenant: string, each: Followed): void => {
    each.viewers -= 1;
    if (each.viewers > 0) return;
    each.idle = setTimeout(() => {
      feeds.delete(tenant);
      each.feed.stop();
    }, idleMs).unref();
  };
  desk.transport.subscribe(liveJobsTopic, (payload) => {
    const hint = liveJobsHint.safeParse(payload);
    for (const { feed } of feeds.values()) if (hint.success) feed.hintJobs(hint.data.ids);
  });
  desk.transport.subscribe(opsEventsTopic, () => {
    for (const { feed } of feeds.values()) feed.hintAlarms();
  });
  return {
    open: (viewer, { last, ...owner }) => {
      if (!streams.add(viewer, owner)) return undefined;
      const { id } = owner.person.tenant;
      const each = followed(id);
      clearTimeout(each.idle);
      each.viewers += 1;
      each.feed.add(viewer, { topics: owner.topics, last });
      return () => {
        streams.remove(viewer);
        each.feed.remove(viewer);
        release(id, each);
      };
    },
    lastOf: (tenant) => feeds.get(tenant)?.feed.last() ?? '',
    check: streams.check,
    stop: () => {
      streams.stop();
      for (const { feed, idle } of feeds.values()) {
        clearTimeout(idle);
        feed.stop();
      }
      feeds.clear();
    },
  };
}

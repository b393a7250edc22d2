/**
 * Follows numbered changes for all viewers of a process.
 *
 * Each viewer has a cursor: the change after which it resumes. Viewers with one cursor share one
 * query, so that however many are up to date, a pass is one query. Passes run one after the other: on
 * a wake-up, and at an interval in case a wake-up is lost.
 *
 * Guarantee: a viewer is sent every page that its cursor leads to, in order, each once. What it has
 * not received when its connection breaks, it gets by its cursor on the next one.
 */
import { heartbeat, type Viewer } from '@svc/kit/event-stream';
import type { Logger } from '@svc/kit/log';
import { pollLoop } from '@svc/kit/poll-loop';
import { createAudience } from '../http/event-stream.ts';

export interface ChangePage {
  /** Server-sent events, as text. */
  messages: readonly string[];
  /** Where to resume. */
  last: string;
  has_more: boolean;
}

export interface FollowerOptions {
  load(after: string): Promise<ChangePage>;
  log: Logger;
  pollMs: number;
  /** Lifetime of a stream, in heartbeats. */
  heartbeatsMax: number;
}

export interface ChangeFollower {
  subscribe(viewer: Viewer, after: string): () => void;
  wake(): void;
  close(): void;
}

export function createChangeFollower({
  load,
  log,
  pollMs,
  heartbeatsMax,
}: FollowerOptions): ChangeFollower {
  const cursors = new Map<Viewer, string>();
  const audience = createAudience(heartbeatsMax);
  const sendAfter = async (cursor: string, viewers: readonly Viewer[]): Promise<boolean> => {
    const { messages, last, has_more } = await load(cursor);
    for (const viewer of viewers.filter((each) => cursors.has(each))) {
      for (const message of messages) viewer.send(message);
      cursors.set(viewer, last);
    }
    return has_more;
  };
  const pass = async (): Promise<boolean> => {
    let hasMore = false;
    for (const [cursor, entries] of Map.groupBy(cursors, ([, after]) => after)) {
      const viewers = entries.map(([viewer]) => viewer);
      if (await sendAfter(cursor, viewers)) hasMore = true;
    }
    return hasMore;
  };
  const loop = pollLoop(
    { idleMs: pollMs, pass, failure: 'changes not read' },
    { name: 'change-follower', log },
  );
  const timer = setInterval(audience.heartbeat, heartbeat.everyMs).unref();
  return {
    subscribe: (viewer, after) => {
      cursors.set(viewer, after);
      audience.add(viewer);
      loop.wake();
      return () => {
        cursors.delete(viewer);
        audience.remove(viewer);
      };
    },
    wake: loop.wake,
    close: () => {
      clearInterval(timer);
      loop.stop().catch((err: unknown) => log.error({ err }, 'change follower not stopped'));
      audience.dismiss();
    },
  };
}

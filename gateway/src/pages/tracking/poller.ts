/**
 * Polling fan-out of tracking pages: one poller per link serves all its viewers, so that the load on
 * the services grows with the links that are open, not with the people who poller them.
 *
 * Terms
 * - **poller**: loads the snapshot of one link at an interval, from the first viewer to the last.
 * - **page update**: the rendered snapshot; sent only when its version changed.
 *
 * Guarantees: a viewer sees the newest version within one interval; updates of one link arrive in
 * the order of its polls. Versions between two polls are skipped.
 */
import type { Viewer } from '@svc/kit/event-stream';
import { createAudience } from '../../http/event-stream.ts';

export interface PageUpdate {
  version: string;
  /** The server-sent event, as text. */
  message: string;
  /** Final state: polling ends after this update. */
  isLast: boolean;
}

export interface PollerOptions {
  /** `gone` when the link no longer exists, `undefined` when the services are unavailable. */
  poll(token: string): Promise<PageUpdate | 'gone' | undefined>;
  /** A poll that threw; polling continues. */
  onError(error: unknown): void;
  pollMs: number;
  heartbeatMs: number;
  /** Lifetime of a stream, in heartbeats; the browser reconnects after it. */
  heartbeatsMax: number;
  viewersMax: number;
  viewersPerLinkMax: number;
}

export interface LinkPollers {
  /** Returns the unsubscribe function, or `undefined` when a limit of viewers is reached. */
  subscribe(token: string, viewer: Viewer, update: PageUpdate): (() => void) | undefined;
  close(): void;
}

/** Bounds all pollers together to 100 polls a second: the interval grows with the open links, ms. */
const intervalPerLinkMs = 10;
export const endMessage = 'event: end\ndata: {}\n\n';

export function createLinkPollers(options: PollerOptions): LinkPollers {
  const pollers = new Map<string, LinkPoller>();
  const timer = setInterval(() => {
    for (const poller of pollers.values()) poller.heartbeat();
  }, options.heartbeatMs).unref();
  const pauseMs = () => Math.max(options.pollMs, pollers.size * intervalPerLinkMs);
  const viewers = () => [...pollers.values()].reduce((sum, poller) => sum + poller.size(), 0);

  return {
    subscribe: (token, viewer, update) => {
      const known = pollers.get(token);
      if (viewers() >= options.viewersMax) return undefined;
      if (known && known.size() >= options.viewersPerLinkMax) return undefined;
      const poller: LinkPoller =
        known ??
        startPoller(update, {
          poll: () => options.poll(token),
          onError: options.onError,
          pauseMs,
          heartbeatsMax: options.heartbeatsMax,
          onEnd: () => {
            if (pollers.get(token) === poller) pollers.delete(token);
          },
        });
      pollers.set(token, poller);
      return poller.subscribe(viewer, update);
    },
    close: () => {
      clearInterval(timer);
      for (const poller of pollers.values()) poller.close();
    },
  };
}

interface LinkPoller {
  size(): number;
  subscribe(viewer: Viewer, update: PageUpdate): () => void;
  heartbeat(): void;
  close(): void;
}

interface LinkPollerParts {
  poll(): Promise<PageUpdate | 'gone' | undefined>;
  onError(error: unknown): void;
  pauseMs(): number;
  heartbeatsMax: number;
  onEnd(): void;
}

function startPoller(first: PageUpdate, parts: LinkPollerParts): LinkPoller {
  const audience = createAudience(parts.heartbeatsMax);
  let last = first;
  let hasEnded = false;
  let timer: NodeJS.Timeout | undefined;

  const end = () => {
    hasEnded = true;
    clearTimeout(timer);
    parts.onEnd();
  };
  const publish = (update: PageUpdate) => {
    if (update.version === last.version) return;
    last = update;
    audience.send(update.message);
  };
  const poll = async () => {
    const found = await parts.poll();
    if (hasEnded) return;
    if (found && found !== 'gone') publish(found);
    if (found !== 'gone' && !found?.isLast) {
      schedule();
      return;
    }
    end();
    audience.send(endMessage);
    audience.dismiss();
  };
  const schedule = () => {
    timer = setTimeout(() => poll().catch(failed), parts.pauseMs()).unref();
  };
  const failed = (error: unknown) => {
    parts.onError(error);
    if (!hasEnded) schedule();
  };
  schedule();

  return {
    size: audience.size,
    heartbeat: audience.heartbeat,
    subscribe: (viewer, update) => {
      publish(update);
      audience.add(viewer);
      return () => {
        audience.remove(viewer);
        if (audience.size() === 0) end();
      };
    },
    close: () => {
      end();
      audience.dismiss();
    },
  };
}

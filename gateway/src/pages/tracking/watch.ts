/**
 * Viewers of tracking pages: all who watch one link share one look at it.
 *
 * Terms
 * - **look**: asking once how a job stands; what is seen then is a **sight**.
 * - **watch**: looking again and again for the viewers of one link.
 * - **viewer**: one open event stream.
 */

export interface Sight {
  version: string;
  /** Written to every viewer who has not seen this version. */
  message: string;
  /** Nothing can change any more. */
  isLast: boolean;
}

export interface Viewer {
  send(message: string): void;
  end(): void;
}

export interface WatchOptions {
  /** `gone` when there is nothing to see any more, `undefined` when nobody could tell. */
  look(token: string): Promise<Sight | 'gone' | undefined>;
  /** A look that broke; the next one is taken all the same. */
  onError(error: unknown): void;
  pollMs: number;
  heartbeatMs: number;
  /** A stream is ended after so many heartbeats; whoever still watches comes back. */
  heartbeatsMax: number;
  viewersMax: number;
  viewersPerTokenMax: number;
}

export interface Watches {
  /** Joins those who watch; returns how to leave, or `undefined` when there is no room. */
  join(token: string, viewer: Viewer, sight: Sight): (() => void) | undefined;
  close(): void;
}

/** All watches together look no more than a hundred times a second. */
const lookCostMs = 10;
export const endMessage = 'event: end\ndata: {}\n\n';
const heartbeat = ': still here\n\n';

export function createWatches(options: WatchOptions): Watches {
  const watches = new Map<string, Watch>();
  const beat = setInterval(() => {
    for (const watch of watches.values()) watch.beat();
  }, options.heartbeatMs).unref();
  const pauseMs = () => Math.max(options.pollMs, watches.size * lookCostMs);
  const viewers = () => [...watches.values()].reduce((sum, watch) => sum + watch.size(), 0);

  return {
    join: (token, viewer, sight) => {
      const known = watches.get(token);
      if (viewers() >= options.viewersMax) return undefined;
      if (known && known.size() >= options.viewersPerTokenMax) return undefined;
      const watch: Watch =
        known ??
        startWatch(sight, {
          look: () => options.look(token),
          onError: options.onError,
          pauseMs,
          heartbeatsMax: options.heartbeatsMax,
          onEnd: () => {
            if (watches.get(token) === watch) watches.delete(token);
          },
        });
      watches.set(token, watch);
      return watch.join(viewer, sight);
    },
    close: () => {
      clearInterval(beat);
      for (const watch of watches.values()) watch.close();
    },
  };
}

interface Watch {
  size(): number;
  join(viewer: Viewer, sight: Sight): () => void;
  beat(): void;
  close(): void;
}

interface WatchParts {
  look(): Promise<Sight | 'gone' | undefined>;
  onError(error: unknown): void;
  pauseMs(): number;
  heartbeatsMax: number;
  onEnd(): void;
}

function startWatch(first: Sight, parts: WatchParts): Watch {
  /** With the heartbeats that each has lived through. */
  const viewers = new Map<Viewer, number>();
  let last = first;
  let hasEnded = false;
  let timer: NodeJS.Timeout | undefined;

  const end = () => {
    hasEnded = true;
    clearTimeout(timer);
    parts.onEnd();
  };
  const show = (sight: Sight) => {
    if (sight.version === last.version) return;
    last = sight;
    for (const viewer of viewers.keys()) viewer.send(sight.message);
  };
  const finish = () => {
    end();
    for (const viewer of viewers.keys()) {
      viewer.send(endMessage);
      viewer.end();
    }
  };
  const look = async () => {
    const seen = await parts.look();
    if (hasEnded) return;
    if (seen && seen !== 'gone') show(seen);
    if (seen === 'gone' || seen?.isLast) finish();
    else lookLater();
  };
  const lookLater = () => {
    timer = setTimeout(() => look().catch(missed), parts.pauseMs()).unref();
  };
  const missed = (error: unknown) => {
    parts.onError(error);
    if (!hasEnded) lookLater();
  };
  lookLater();

  return {
    size: () => viewers.size,
    join: (viewer, sight) => {
      show(sight);
      viewers.set(viewer, 0);
      return () => {
        viewers.delete(viewer);
        if (viewers.size === 0) end();
      };
    },
    beat: () => {
      for (const [viewer, beats] of viewers) {
        viewers.set(viewer, beats + 1);
        if (beats >= parts.heartbeatsMax) viewer.end();
        else viewer.send(heartbeat);
      }
    },
    close: () => {
      end();
      for (const viewer of viewers.keys()) viewer.end();
    },
  };
}

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
  const audience = createAudience(parts.heartbeatsMax);
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
    audience.send(sight.message);
  };
  const look = async () => {
    const seen = await parts.look();
    if (hasEnded) return;
    if (seen && seen !== 'gone') show(seen);
    if (seen !== 'gone' && !seen?.isLast) {
      lookLater();
      return;
    }
    end();
    audience.send(endMessage);
    audience.dismiss();
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
    size: audience.size,
    beat: audience.beat,
    join: (viewer, sight) => {
      show(sight);
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

/** Who watches one page; each stays for so many heartbeats. */
function createAudience(heartbeatsMax: number) {
  /** With the heartbeats that each has lived through. */
  const viewers = new Map<Viewer, number>();
  return {
    size: () => viewers.size,
    add: (viewer: Viewer) => viewers.set(viewer, 0),
    remove: (viewer: Viewer) => viewers.delete(viewer),
    send: (message: string) => {
      for (const viewer of viewers.keys()) viewer.send(message);
    },
    dismiss: () => {
      for (const viewer of viewers.keys()) viewer.end();
    },
    beat: () => {
      for (const [viewer, beats] of viewers) {
        viewers.set(viewer, beats + 1);
        if (beats >= heartbeatsMax) viewer.end();
        else viewer.send(heartbeat);
      }
    },
  };
}

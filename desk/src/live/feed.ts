/**
 * Changes on live pages of one carrier, read once for all of them.
 *
 * Terms
 * - **feed**: the upstream reads of a tenant and its viewers, from the first viewer until a while
 *   after the last.
 * - **viewer**: one open stream with its topics.
 * - **greeting**: how a stream begins: with what its client missed, or with `reset`, after which the
 *   client loads its rows again.
 */
import { createClients } from '@svc/kit/client';
import type { Clock } from '@svc/kit/clock';
import type { Viewer } from '@svc/kit/event-stream';
import { newId } from '@svc/kit/ids';
import type { Logger } from '@svc/kit/log';
import type { Transport } from '@svc/kit/transport';
import { followAlarms } from './alarms-follower.ts';
import { liveCalls } from './follower.ts';
import { followJobs } from './jobs-follower.ts';
import { createMessageLog, type MessageLog } from './message-log.ts';
import type { Topic } from './topics.ts';
import { followVehicles, type TemperatureFrame, type VehicleFrame } from './vehicles-follower.ts';

/** Messages that are kept for clients that reconnect. */
const keptMax = 1_000;
/** A stream with more unsent bytes misses positions: the next full message has them. */
const positionsBacklogMax = 65_536;

interface Watch {
  topics: ReadonlySet<Topic>;
  last: string | undefined;
  isGreeted: boolean;
  /** Positions as changes make sense only after a full message. */
  hasVehicles: boolean;
  hasTemperatures: boolean;
}

export interface Feed {
  add(viewer: Viewer, wanted: { topics: readonly Topic[]; last: string | undefined }): void;
  remove(viewer: Viewer): void;
  hintJobs(ids: readonly string[]): void;
  hintAlarms(): void;
  /** Id of the newest message; undefined until the jobs were read. */
  last(): string | undefined;
  stop(): void;
}

const unnumbered = (event: string, data: string): string => `event: ${event}\ndata: ${data}\n\n`;

interface Watched {
  watches: ReadonlyMap<Viewer, Watch>;
  messages: MessageLog;
}

/** With what it missed, or from its rows anew; a map also gets the open jobs. */
function greet(
  [viewer, watch]: [Viewer, Watch],
  messages: MessageLog,
  open: readonly string[],
): void {
  if (watch.isGreeted) return;
  watch.isGreeted = true;
  const { topics, last } = watch;
  const missed = last === undefined ? undefined : messages.after(last, topics);
  for (const message of missed ?? []) viewer.send(message);
  const begin = missed ? 'ready' : 'reset';
  viewer.send(`event: ${begin}\nid: ${messages.last()}\ndata: {}\n\n`);
  if (topics.has('vehicles')) viewer.send(unnumbered('open_jobs', `[${open.join(',')}]`));
}

const publisher =
  ({ watches, messages }: Watched, topic: Topic, event: string) =>
  (data: string): void => {
    const message = messages.add(topic, event, data);
    for (const [viewer, { topics, isGreeted }] of watches) {
      if (isGreeted && topics.has(topic)) viewer.send(message);
    }
  };

function showVehicles({ watches }: Watched, { changes, hasNew, full }: VehicleFrame): void {
  let all: string | undefined;
  const delta = changes === undefined ? undefined : unnumbered('positions', changes);
  for (const [viewer, watch] of watches) {
    if (!watch.topics.has('vehicles')) continue;
    if (viewer.backlog() > positionsBacklogMax) {
      watch.hasVehicles = false;
    } else if (hasNew || !watch.hasVehicles) {
      all ??= unnumbered('vehicles', full());
      watch.hasVehicles = true;
      viewer.send(all);
    } else if (delta !== undefined) viewer.send(delta);
  }
}

/** As positions: a stream that missed a change gets all. */
function showTemperatures({ watches }: Watched, { changes, full }: TemperatureFrame): void {
  let all: string | undefined;
  const delta = changes === undefined ? undefined : unnumbered('temperatures', changes);
  for (const [viewer, watch] of watches) {
    if (!watch.topics.has('temperatures')) continue;
    if (viewer.backlog() > positionsBacklogMax) {
      watch.hasTemperatures = false;
    } else if (!watch.hasTemperatures) {
      all ??= unnumbered('temperatures', full());
      watch.hasTemperatures = true;
      viewer.send(all);
    } else if (delta !== undefined) viewer.send(delta);
  }
}

const watchedBy = (watches: ReadonlyMap<Viewer, Watch>): 'map' | 'board' | undefined => {
  const isWatched = (topic: Topic) =>
    [...watches.values()].some(({ topics: wanted }) => wanted.has(topic));
  if (isWatched('vehicles')) return 'map';
  return isWatched('temperatures') ? 'board' : undefined;
};

export function createFeed(
  { transport, clock, log }: { transport: Transport; clock: Clock; log: Logger },
  tenant: string,
): Feed {
  const meta = () => ({ tenant, actor: 'desk', requestId: newId('req_', clock.now()) });
  const parts = { clients: () => createClients(liveCalls, transport, meta()), clock, log };
  const watches = new Map<Viewer, Watch>();
  const messages = createMessageLog(clock.now().getTime().toString(36), keptMax);
  const watched = { watches, messages };
  const followedJobs = followJobs(parts, {
    changed: publisher(watched, 'jobs', 'job'),
    current: () => {
      for (const each of watches) greet(each, messages, followedJobs.open() ?? []);
    },
  });
  const followedAlarms = followAlarms(parts, publisher(watched, 'alarms', 'alarm'));
  const followedVehicles = followVehicles(parts, {
    watched: () => watchedBy(watches),
    frame: (frame) => {
      showVehicles(watched, frame);
      showTemperatures(watched, frame.temperatures);
    },
  });
  return {
    add: (viewer, { topics, last }) => {
      const wanted = { topics: new Set(topics), last };
      const watch = { ...wanted, isGreeted: false, hasVehicles: false, hasTemperatures: false };
      watches.set(viewer, watch);
      const open = followedJobs.open();
      if (open) greet([viewer, watch], messages, open);
      if (watchedBy(new Map([[viewer, watch]]))) followedVehicles.wake();
    },
    remove: (viewer) => {
      watches.delete(viewer);
    },
    hintJobs: followedJobs.hint,
    hintAlarms: followedAlarms.wake,
    last: () => (followedJobs.open() ? messages.last() : undefined),
    stop: () => {
      for (const each of [followedJobs, followedAlarms, followedVehicles]) each.stop();
    },
  };
}

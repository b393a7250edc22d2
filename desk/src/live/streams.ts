/**
 * Open streams of a process: whose they are, and until when.
 *
 * A session that has ended, or whose role lost the scope, ends its streams at the next check, and at
 * once where this process ended it. A check is no use of the session. Without an answer of accounts a
 * stream lives a minute; then it ends as one whose connection broke.
 */
import type { Person } from '@svc/contracts';
import type { Clock } from '@svc/kit/clock';
import { heartbeat, type Viewer } from '@svc/kit/event-stream';
import type { Logger } from '@svc/kit/log';
import type { People } from '../identity/people.ts';
import { mayFollow, type Topic } from './topics.ts';

export interface StreamOwner {
  token: string;
  person: Person;
  topics: readonly Topic[];
}

interface Stream extends StreamOwner {
  openedAt: number;
  checkedAt: number;
}

const checkMs = 10_000;
const uncheckedMaxMs = 60_000;
/** Then the client comes back, perhaps to another process. */
const lifeMs = 15 * 60_000;
/** Sessions that are asked for at a time. */
const perCheck = 16;
const streamsMax = 500;
const ofPersonMax = 24;

const endMessage = 'event: end\ndata: {}\n\n';

const countOf = (streams: ReadonlyMap<Viewer, Stream>, { user }: Person): number =>
  [...streams.values()].filter(({ person }) => person.user.id === user.id).length;

export interface Streams {
  /** False when there are too many of the process or of the person. */
  add(viewer: Viewer, owner: StreamOwner): boolean;
  remove(viewer: Viewer): void;
  /** Of one tenant, or of all. */
  check(tenant?: string): void;
  stop(): void;
}

/** Ends the streams of a session that has ended, or whose role lost their scope. */
const sessionCheck =
  (people: Pick<People, 'check'>, nowMs: () => number) =>
  async (token: string, own: [Viewer, Stream][]): Promise<void> => {
    const person = await people.check(token).catch(() => 'unknown' as const);
    for (const [viewer, stream] of own) {
      if (person === 'unknown') {
        if (nowMs() - stream.checkedAt > uncheckedMaxMs) viewer.end();
        continue;
      }
      stream.checkedAt = nowMs();
      const isSame = person?.tenant.id === stream.person.tenant.id;
      if (person && isSame && mayFollow(stream.topics, person)) continue;
      viewer.send(endMessage);
      viewer.end();
    }
  };

export function createStreams({
  people,
  clock,
  log,
}: {
  people: Pick<People, 'check'>;
  clock: Clock;
  log: Logger;
}): Streams {
  const streams = new Map<Viewer, Stream>();
  const nowMs = () => clock.now().getTime();
  const checkSession = sessionCheck(people, nowMs);
  let running: Promise<void> | undefined;
  const checkSessions = async (tenant?: string): Promise<void> => {
    const open = [...streams].filter(
      ([, { person }]) => tenant === undefined || person.tenant.id === tenant,
    );
    const sessions = [...Map.groupBy(open, ([, { token }]) => token)];
    while (sessions.length > 0) {
      const some = sessions.splice(0, perCheck);
      await Promise.all(some.map(([token, own]) => checkSession(token, own)));
    }
  };
  const check = (tenant?: string): void => {
    running = (running ?? Promise.resolve())
      .then(() => checkSessions(tenant))
      .catch((err: unknown) => log.error({ err }, 'sessions of streams not checked'));
  };
  const beat = (): void => {
    for (const [viewer, { openedAt }] of streams) {
      if (nowMs() - openedAt > lifeMs) viewer.end();
      else viewer.send(heartbeat.comment);
    }
  };
  const timers = [
    setInterval(() => check(), checkMs).unref(),
    setInterval(beat, heartbeat.everyMs).unref(),
  ];
  return {
    add: (viewer, owner) => {
      if (streams.size >= streamsMax) return false;
      if (countOf(streams, owner.person) >= ofPersonMax) return false;
      streams.set(viewer, { ...owner, openedAt: nowMs(), checkedAt: nowMs() });
      return true;
    },
    remove: (viewer) => {
      streams.delete(viewer);
    },
    check,
    stop: () => {
      for (const timer of timers) clearInterval(timer);
      for (const viewer of streams.keys()) viewer.end();
    },
  };
}

/**
 * Follows open jobs for all pages of a process: hints name those that changed, and a full read now
 * and then finds what a lost hint would have told. Reads run one after the other, so that an older
 * state never follows a newer one.
 */
import type { LiveJob } from '@svc/contracts';
import { pollLoop } from '@svc/kit/poll-loop';
import type { FollowerParts } from './follower.ts';

/** Between full reads, ms. */
const fullReadMs = 30_000;
const retryMs = 1_000;
/** Debounce, ms: hints within it share one read. */
const gatherMs = 15;
const perRead = 100;
/** Open jobs that a desk follows; of more, the older ones change with the next load of their page. */
const openMax = 2_000;

export interface JobsFollower {
  hint(ids: readonly string[]): void;
  /** Open jobs as JSON texts; undefined until they were read. */
  open(): readonly string[] | undefined;
  stop(): void;
}

interface Callbacks {
  changed(job: string): void;
  current(): void;
}

const isOpen = ({ status }: LiveJob): boolean => status !== 'delivered' && status !== 'cancelled';

/** Open jobs as JSON texts, by id. What is accepted before the first full read is no news. */
function createKnownJobs(changed: Callbacks['changed']) {
  const texts = new Map<string, string>();
  let isComplete = false;
  return {
    texts,
    accept: (job: LiveJob): void => {
      const text = JSON.stringify(job);
      const isNews = isComplete && texts.get(job.id) !== text;
      if (isOpen(job)) texts.set(job.id, text);
      else texts.delete(job.id);
      if (isNews) changed(text);
    },
    complete: (): void => {
      isComplete = true;
    },
  };
}
type KnownJobs = ReturnType<typeof createKnownJobs>;

async function readByIds({ clients }: FollowerParts, known: KnownJobs, ids: string[]) {
  const { data } = await clients().jobs.listLive({ ids, limit: perRead });
  for (const job of data) known.accept(job);
}

/** Those that are no longer among the open ones are read by their ids. */
async function readAll(parts: FollowerParts, known: KnownJobs): Promise<void> {
  const missing = new Set(known.texts.keys());
  let after: string | undefined;
  do {
    const page = await parts.clients().jobs.listLive({ limit: perRead, starting_after: after });
    for (const job of page.data) {
      known.accept(job);
      missing.delete(job.id);
    }
    after = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (after !== undefined && known.texts.size < openMax);
  const ids = [...missing];
  while (ids.length > 0) await readByIds(parts, known, ids.splice(0, perRead));
  known.complete();
}

export function followJobs(parts: FollowerParts, { changed, current }: Callbacks): JobsFollower {
  const { clock, log } = parts;
  const known = createKnownJobs(changed);
  const hinted = new Set<string>();
  let fullReadAt: number | undefined;
  const pass = async (): Promise<boolean> => {
    const nowMs = clock.now().getTime();
    if (nowMs >= (fullReadAt ?? 0) + fullReadMs) {
      await readAll(parts, known);
      const isFirst = fullReadAt === undefined;
      fullReadAt = nowMs;
      if (isFirst) current();
      return hinted.size > 0;
    }
    const ids = [...hinted].slice(0, perRead);
    if (ids.length === 0) return false;
    // Hints that come while it is read are of later changes.
    for (const id of ids) hinted.delete(id);
    await readByIds(parts, known, ids).catch((error: unknown) => {
      for (const id of ids) hinted.add(id);
      throw error;
    });
    return hinted.size > 0;
  };
  const loop = pollLoop(
    { idleMs: retryMs, pass, gatherMs, failure: 'jobs not read' },
    { name: 'live-jobs', log },
  );
  return {
    hint: (ids) => {
      for (const id of ids) if (hinted.size < openMax) hinted.add(id);
      loop.wake();
    },
    open: () => (fullReadAt === undefined ? undefined : [...known.texts.values()]),
    stop: () => {
      loop.stop().catch((err: unknown) => log.error({ err }, 'jobs follower not stopped'));
    },
  };
}

/** Messages with the control desk: what the device keeps of them, and what it reports as read. */
import { actionTimes } from '../domain/server-time.ts';
import type { ThreadMessage } from './api-answers.ts';
import { type Database, readOffset, type StoredJob } from './database.ts';
import { fetchAsDevice } from './run-reader.ts';
import { durable, stored } from './transactions.ts';

const path = (id: string): string => `/v1/courier/jobs/${id}/messages`;

const isUnread = ({ from, read_at }: ThreadMessage): boolean => from === 'desk' && read_at === null;

/** Messages of the desk that were not on the screen yet, as far as they are known. */
export const unreadOf = ({ thread, messages, seen = '' }: StoredJob): number =>
  thread && thread.changed_at === messages?.changed_at
    ? thread.data.filter((message) => isUnread(message) && message.id > seen).length
    : (messages?.unread ?? 0);

/**
 * Reports what was on the screen, and reads the threads that changed. Returns whether one did. A job
 * that is no longer the courier's is refused, and left as it is: the run says so.
 */
export async function readThreads(db: Database): Promise<boolean> {
  let hasChanged = false;
  for (const job of await db.getAll('job')) {
    const { id, thread, messages, seen } = job;
    const isReadHere = thread?.data.some((each) => isUnread(each) && each.id <= (seen ?? ''));
    const isRead = isReadHere && (await reportRead(db, id, seen));
    const isNew = messages?.changed_at && thread?.changed_at !== messages.changed_at;
    if (!isNew && !isRead) continue;
    const response = await fetchAsDevice(db, `${path(id)}?limit=100`);
    if (!response.ok) continue;
    const { data } = await response.json();
    await change(db, id, (now) => ({
      ...now,
      thread: { changed_at: now.messages?.changed_at ?? '', data },
    }));
    hasChanged = true;
  }
  return hasChanged;
}

async function reportRead(db: Database, id: string, up_to: string | undefined): Promise<boolean> {
  const { ok } = await fetchAsDevice(db, `${path(id)}/read`, {
    method: 'POST',
    body: JSON.stringify({ up_to }),
    headers: { 'content-type': 'application/json' },
  });
  return ok;
}

/** The newest message of the desk is on the screen; false if that is known. */
export async function markSeen(db: Database, { id, thread, seen = '' }: StoredJob) {
  const newest = thread?.data.find(({ from }) => from === 'desk')?.id ?? '';
  if (newest <= seen) return false;
  await change(db, id, (now) => ({ ...now, seen: newest }));
  return true;
}

async function change(db: Database, id: string, next: (job: StoredJob) => StoredJob) {
  const tx = db.transaction('job', 'readwrite');
  const job = await tx.store.get(id);
  if (job) tx.store.put(next(job));
  await tx.done;
}

/** Records a ready text, and is done when it is on the disk. */
export async function recordMessage(
  db: Database,
  { id: job_id, ref }: StoredJob,
  text: string,
): Promise<void> {
  const times = actionTimes(Date.now(), await readOffset(db), undefined);
  const tx = db.transaction('action', 'readwrite', durable);
  await stored(async () => {
    const seq = Math.max(0, ...(await tx.store.getAll()).map((each) => each.seq)) + 1;
    const message = { type: 'message', fields: { text }, files: [] } as const;
    tx.store.add({ id: crypto.randomUUID(), seq, job_id, ref, ...message, ...times });
    await tx.done;
  });
}

/** Always visible: what waits, what was refused, when something was last sent. */
import { queueCount } from '../domain/queue.ts';
import { roomOf } from '../domain/room.ts';
import { type Database, readOffset, readProgress } from './database.ts';
import { unreadOf } from './threads.ts';
import { clockTime } from './words.ts';

export async function statusText(db: Database): Promise<string> {
  const [actions, jobs, progress, offset, room] = await Promise.all([
    db.getAll('action'),
    db.getAll('job'),
    readProgress(db),
    readOffset(db),
    navigator.storage.estimate().then(roomOf),
  ]);
  const { waiting, refused } = queueCount(actions);
  const { sent_at, synced_at } = progress;
  const time = (at: string) => clockTime(new Date(Date.parse(at) + offset).toISOString());
  return [
    ...jobs.map((job) => (unreadOf(job) > 0 ? `New message: ${job.ref}. ` : '')),
    navigator.onLine ? '' : 'No network. ',
    refused > 0 ? `${refused} refused: decide. ` : '',
    waiting > 0 ? `${waiting} waiting` : 'Nothing waiting',
    sent_at === undefined ? '' : `, sent at ${time(sent_at)}`,
    synced_at === undefined ? '' : `, run of ${time(synced_at)}`,
    '.',
    room === 'low' ? ' Almost no room on this device: delete something from it.' : '',
  ].join('');
}

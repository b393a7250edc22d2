/** Reads the run of today, and keeps it. */
import type { CourierRun } from './api-answers.ts';
import { type Database, readProgress } from './database.ts';
import { accessToken, forgetToken } from './device.ts';
import { saveRun } from './records.ts';
import { timedFetch } from './request.ts';

export async function readRun(db: Database): Promise<void> {
  const read = async () =>
    timedFetch(db, '/v1/courier/run', {
      headers: { authorization: `Bearer ${await accessToken(db)}` },
    });
  let { response } = await read();
  if (response.status === 401) {
    forgetToken();
    ({ response } = await read());
  }
  if (!response.ok) throw new Error(`run: ${response.status}`);
  const run: CourierRun = await response.json();
  await saveRun(db, run);
  const progress = await readProgress(db);
  const synced_at = new Date().toISOString();
  await db.put('state', { ...progress, synced_at, has_more: run.has_more });
}

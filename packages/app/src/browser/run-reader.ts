/** Reads the run of today, and keeps it. */
import type { CourierRun } from './api-answers.ts';
import { type Database, readProgress } from './database.ts';
import { accessToken, forgetToken } from './device.ts';
import { saveRun } from './records.ts';
import { timedFetch } from './request.ts';

/** With the token, and once more with a new one if that has expired. */
export async function fetchAsDevice(
  db: Database,
  path: string,
  { headers, ...init }: RequestInit = {},
): Promise<Response> {
  const send = async () => {
    const authorization = `Bearer ${await accessToken(db)}`;
    return timedFetch(db, path, { ...init, headers: { ...headers, authorization } });
  };
  const { response } = await send();
  if (response.status !== 401) return response;
  forgetToken();
  return (await send()).response;
}

const transfersOf = ({ transfer_code, hub = null, expected = [] }: CourierRun) => ({
  ...(transfer_code && { transfer_code }),
  ...{ hub, expected },
});

export async function readRun(db: Database): Promise<void> {
  const response = await fetchAsDevice(db, '/v1/courier/run');
  if (!response.ok) throw new Error(`run: ${response.status}`);
  const run: CourierRun = await response.json();
  await saveRun(db, run);
  const progress = await readProgress(db);
  const synced_at = new Date().toISOString();
  await db.put('state', { ...progress, synced_at, has_more: run.has_more, ...transfersOf(run) });
}

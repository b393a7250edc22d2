/** Requests to the origin of this page; every answer tells the server's time. */
import { offsetOf } from '../domain/server-time.ts';
import type { Database } from './database.ts';

const timeoutMs = 30_000;

/** Rejects when no answer comes within 30 s. */
export async function timedFetch(db: Database, path: string, init: RequestInit): Promise<Response> {
  const sentMs = Date.now();
  const answer = await fetch(path, {
    ...init,
    signal: AbortSignal.timeout(timeoutMs),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
  });
  const date = answer.headers.get('date');
  const offset_ms = offsetOf({ date, sentMs, receivedMs: Date.now() });
  if (offset_ms !== undefined) await db.put('state', { id: 'clock', offset_ms });
  return answer;
}

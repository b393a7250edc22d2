/** Requests to the origin of this page; every response carries the server's time. */
import { isBound, offsetOf } from '../domain/server-time.ts';
import { type Database, findOffset } from './database.ts';

const timeoutMs = 30_000;

interface TimedResponse {
  response: Response;
  /** Whether the stored offset was measured from this response. */
  isMeasured: boolean;
}

/** Rejects if no response arrives within 30 s. */
export async function timedFetch(
  db: Database,
  path: string,
  init: RequestInit,
): Promise<TimedResponse> {
  const sentMs = Date.now();
  const response = await fetch(path, {
    ...init,
    signal: AbortSignal.timeout(timeoutMs),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
  });
  const date = response.headers.get('date');
  const offset_ms = offsetOf({ date, sentMs, receivedMs: Date.now() });
  return { response, isMeasured: offset_ms !== undefined && (await keepOffset(db, offset_ms)) };
}

/** Best effort: a device without room still sends what waits. */
async function keepOffset(db: Database, offset_ms: number): Promise<boolean> {
  if (isBound(await findOffset(db), offset_ms)) return true;
  return db.put('state', { id: 'clock', offset_ms }).then(
    () => true,
    () => false,
  );
}

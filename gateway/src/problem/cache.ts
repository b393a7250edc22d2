import { type Clock, isFresh } from '@svc/kit/clock';

/** Single-flight TTL cache of one value: concurrent callers share a load; a failed one is not cached. */
export function cached<T>(
  load: () => Promise<T | undefined>,
  { clock, ttlMs }: { clock: Clock; ttlMs: number },
): () => Promise<T | undefined> {
  let entry: { value: T; atMs: number } | undefined;
  let loading: Promise<T | undefined> | undefined;
  const refresh = async () => {
    const value = await load();
    if (value !== undefined) entry = { value, atMs: clock.now().getTime() };
    return value;
  };
  return async () => {
    if (entry && isFresh(entry.atMs, ttlMs, clock.now())) return entry.value;
    loading ??= refresh().finally(() => {
      loading = undefined;
    });
    return loading;
  };
}

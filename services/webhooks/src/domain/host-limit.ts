/**
 * Rate limit per target host, over all tenants: at most so many POSTs begin in a minute of the clock.
 * Deliveries over the limit wait for the next minute; they lose neither an attempt nor their place.
 */

const windowMs = 60_000;

export const windowOf = (now: Date): Date => new Date(now.getTime() - (now.getTime() % windowMs));
export const windowEnd = (now: Date): Date => new Date(windowOf(now).getTime() + windowMs);

/** Lower case, without a port: other ports of a host are the same target. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/\.$/, '');

/** Maximum deliveries per queue within the rest of its host's limit, first come, first served. */
export function allotments<L extends { host: string }>(
  queues: readonly L[],
  left: ReadonlyMap<string, number>,
  queueMax: number,
): (L & { allotment: number })[] {
  const rest = new Map(left);
  return queues.map((queue) => {
    const before = Math.max(0, rest.get(queue.host) ?? 0);
    const allotment = Math.min(queueMax, before);
    rest.set(queue.host, before - allotment);
    return { ...queue, allotment };
  });
}

/** Gauges of parked events, count and age: a growing age means that a predecessor is missing. */

import type { Runtime } from '../process/runtime.ts';
import type { Consumer } from './consumer-transaction.ts';

/** Queries the database on each scrape, so that every replica reports the same figures. */
export function watchParked(runtime: Runtime, consumers: readonly Consumer[]): void {
  if (consumers.length === 0) return;
  const { metrics, pools, clock, log } = runtime;
  metrics.beforeScrape.push(async () => {
    try {
      const { rows } = await pools.read.query<{ consumer: string; n: number; oldest: Date }>(
        `select consumer, count(*)::int as n, min(parked_at) as oldest
           from parked_event group by consumer`,
      );
      for (const { name } of consumers) {
        const found = rows.find(({ consumer }) => consumer === name);
        const ageMs = found ? clock.now().getTime() - found.oldest.getTime() : 0;
        metrics.parked.set({ consumer: name }, found?.n ?? 0);
        metrics.parkedAge.set({ consumer: name }, ageMs / 1000);
      }
    } catch (err) {
      log.warn({ err }, 'parked events could not be counted');
    }
  });
}

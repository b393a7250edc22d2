import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * Locks the counters of these hosts, in one order everywhere so that concurrent claims cannot
 * deadlock, and resets them in a new window. Returns how many deliveries each had in it.
 */
export async function lockHostWindows(
  db: Kysely<Tables>,
  hosts: readonly string[],
  window: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ host: string; deliveries: number }>`
    insert into host_window as w (host, window_start, deliveries)
    select distinct host, ${window}::timestamptz, 0 from unnest(${hosts}::text[]) as h(host)
     order by host
    on conflict (host) do update
      set window_start = greatest(w.window_start, excluded.window_start),
          deliveries = case when w.window_start < excluded.window_start then 0 else w.deliveries end
    returning host, deliveries`.execute(db);
  return new Map(rows.map(({ host, deliveries }) => [host, deliveries]));
}

export async function purgeHostWindows(db: Kysely<Tables>, before: Date): Promise<void> {
  await sql`delete from host_window where window_start < ${before}`.execute(db);
}

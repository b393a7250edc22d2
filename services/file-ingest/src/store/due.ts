import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/** What there is to do, by the kind of lane that does it. */
export type Kind = 'visit' | 'step' | 'proof' | 'sweep';

/** When the next of each kind is due; none where there is nothing. One look at the ends of indexes. */
export async function nextDue(db: Kysely<Tables>): Promise<{ kind: Kind; at: Date }[]> {
  const { rows } = await sql<{ kind: Kind; at: Date }>`
    select kind, at from (
      select 'visit' as kind, min(due_at) as at from wholesaler
      union all select 'step', min(due_at) from file where due_at is not null
      union all select 'proof', min(due_at) from pod_file where due_at is not null
      union all select 'sweep', min(coalesce(swept_at, to_timestamp(0))) + interval '1 day'
                  from wholesaler) due
     where at is not null`.execute(db);
  return rows;
}

import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/** Kinds of queued work. */
export type WorkKind = 'visit' | 'step' | 'proof' | 'sweep';

/** Earliest due time per kind of work; reads one index entry per queue. */
export async function listNextDue(db: Kysely<Tables>): Promise<{ kind: WorkKind; at: Date }[]> {
  const { rows } = await sql<{ kind: WorkKind; at: Date }>`
    select kind, at from (
      select 'visit' as kind, min(due_at) as at from wholesaler
      union all select 'step', min(due_at) from file where due_at is not null
      union all select 'proof', min(due_at) from pod_file where due_at is not null
      union all select 'sweep', min(coalesce(cleaned_at, to_timestamp(0))) + interval '1 day'
                  from wholesaler) due
     where at is not null`.execute(db);
  return rows;
}

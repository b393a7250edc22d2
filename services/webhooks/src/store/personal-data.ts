import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/** These types are literals: the planner then sees that the partial indexes cover them. */
const among = (types: readonly string[]) => sql.join(types.map((type) => sql.lit(type)));

export async function listEventsOfJob(
  db: Kysely<Tables>,
  tenant: string,
  { jobId, types }: { jobId: string; types: readonly string[] },
): Promise<{ id: string; body: string }[]> {
  const { rows } = await sql<{ id: string; body: string }>`
    select id, body from event
     where tenant_id = ${tenant} and job_id = ${jobId} and type in (${among(types)})`.execute(db);
  return rows;
}

export async function saveBody(
  db: Kysely<Tables>,
  tenant: string,
  { id, body }: { id: string; body: string },
): Promise<void> {
  await sql`update event set body = ${body} where tenant_id = ${tenant} and id = ${id}`.execute(db);
}

/** Clears response excerpts: a receiver may have echoed the event. */
export async function clearExcerpts(
  db: Kysely<Tables>,
  tenant: string,
  { id, types }: { id: string; types: readonly string[] },
): Promise<void> {
  await sql`
    update delivery set response_excerpt = ''
     where tenant_id = ${tenant} and event_id = ${id}
       and type in (${among(types)}) and response_excerpt <> ''`.execute(db);
}

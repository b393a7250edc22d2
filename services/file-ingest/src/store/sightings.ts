import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

export interface Sighted {
  name: string;
  look: string;
}
interface Folder {
  dc: string;
  now: Date;
}

/**
 * Remembers how the files of an inbound folder look, forgets those that are gone, and answers the
 * names of those that looked the same on an earlier visit and since `stillSince`.
 */
export async function recordSightings(
  db: Kysely<Tables>,
  tenant: string,
  { dc, now, found, stillSince }: Folder & { found: readonly Sighted[]; stillSince: Date },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with found as (
      select name, look from json_to_recordset(${JSON.stringify(found)}) as f(name text, look text)
    ), gone as (
      delete from sighting s where tenant_id = ${tenant} and dc = ${dc}
         and not exists (select from found f where f.name = s.name)
    ), still as (
      select s.name from sighting s join found f using (name)
       where s.tenant_id = ${tenant} and s.dc = ${dc} and s.look = f.look
         and s.since <= ${stillSince} and s.since < ${now}
    ), seen as (
      insert into sighting (tenant_id, dc, name, look, since)
      select ${tenant}, ${dc}, name, look, ${now} from found order by name
      on conflict (tenant_id, dc, name) do update
        set look = excluded.look, since = excluded.since where sighting.look <> excluded.look
    )
    select name from still order by name`.execute(db);
  return rows.map(({ name }) => name);
}

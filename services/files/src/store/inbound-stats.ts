import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

export interface InboundStat {
  name: string;
  stat: string;
}
interface Folder {
  dc: string;
  now: Date;
}

/**
 * Saves the stat snapshots of an inbound folder, deletes those of missing files, and returns the names
 * of stable files: same snapshot on an earlier poll and since `stillSince`.
 */
export async function saveInboundStats(
  db: Kysely<Tables>,
  tenant: string,
  { dc, now, found, stillSince }: Folder & { found: readonly InboundStat[]; stillSince: Date },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with found as (
      select name, stat from json_to_recordset(${JSON.stringify(found)}) as f(name text, stat text)
    ), gone as (
      delete from file_stat s where tenant_id = ${tenant} and dc = ${dc}
         and not exists (select from found f where f.name = s.name)
    ), still as (
      select s.name from file_stat s join found f using (name)
       where s.tenant_id = ${tenant} and s.dc = ${dc} and s.stat = f.stat
         and s.since <= ${stillSince} and s.since < ${now}
    ), seen as (
      insert into file_stat (tenant_id, dc, name, stat, since)
      select ${tenant}, ${dc}, name, stat, ${now} from found order by name
      on conflict (tenant_id, dc, name) do update
        set stat = excluded.stat, since = excluded.since where file_stat.stat <> excluded.stat
    )
    select name from still order by name`.execute(db);
  return rows.map(({ name }) => name);
}

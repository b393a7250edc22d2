/**
 * Tenants of the sandbox that are over, and all that a service has of them.
 *
 * A reaction notes the tenant; a schedule removes its rows in bounded batches. It looks once more
 * when no event of the tenant can be on its way any longer: a service that was down for days hears
 * of the end and of what was before it in no particular order.
 */
import { sandboxExpired } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
import type { Forget, Reaction, Schedule } from './bind.ts';

const tenantsMax = 25;
const rowsMax = 250;
/** Whoever asks meanwhile has the machine for most of the time. */
const pauseMs = 100;
/** Streams keep events for 7 days. */
const secondLookMs = 8 * 24 * 60 * 60 * 1000;

/** The kit's own rows of a tenant. */
const kitTables = ['job_sequence', 'job_cursor', 'parked'] as const;

interface Context {
  db: Kysely<unknown>;
  now: Date;
}

export const hearOfExpiry = (forget: Forget | undefined): Reaction[] =>
  (forget?.tellers ?? []).map((producer) => ({
    producer,
    type: 'sandbox.expired',
    inAnyOrder: true,
    handle: async ({ data }: { data: unknown }, { db, now }: Context) => {
      const { tenant_id } = sandboxExpired.data.parse(data);
      await sql`insert into expired_tenant (tenant_id, due_at) values (${tenant_id}, ${now})
                on conflict do nothing`.execute(db);
    },
  }));

export const forgetExpired = (forget: Forget | undefined): Schedule[] =>
  forget
    ? [
        {
          name: 'forget-expired',
          cron: '* * * * *',
          pauseMs,
          run: (context: Context) => look(forget, context),
        },
      ]
    : [];

async function look(forget: Forget, { db, now }: Context): Promise<'again' | undefined> {
  const { rows } = await sql<{ tenant_id: string }>`
    select tenant_id from expired_tenant where due_at <= ${now}
     order by due_at limit ${tenantsMax} for update skip locked`.execute(db);
  const tenants = rows.map(({ tenant_id }) => tenant_id);
  if (tenants.length === 0) return undefined;
  let room = rowsMax;
  if (forget.remove) room -= await forget.remove(db, tenants, room);
  for (const table of [...forget.tables, ...kitTables]) {
    if (room > 0) room -= await removeRows(db, { table, tenants, max: room });
  }
  if (room === rowsMax) await settle(db, tenants, now);
  return 'again';
}

/**
 * Answers how many rows it found. One that somebody changes at this moment is found and stays: a
 * statement deletes no version of a row that is newer than itself. The next look finds it again.
 */
async function removeRows(
  db: Kysely<unknown>,
  { table, tenants, max }: { table: string; tenants: string[]; max: number },
): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    with found as materialized (
      select ctid as place from ${sql.table(table)} where tenant_id = any (${tenants}) limit ${max}
    ), gone as (
      delete from ${sql.table(table)} where ctid = any (array(select place from found))
    )
    select count(*)::int as found from found`.execute(db);
  return rows[0]?.found ?? 0;
}

/** Nothing was found: they are looked for once more, or that was done. */
async function settle(db: Kysely<unknown>, tenants: string[], now: Date): Promise<void> {
  await sql`delete from expired_tenant where tenant_id = any (${tenants}) and looks > 0`.execute(
    db,
  );
  const due = new Date(now.getTime() + secondLookMs);
  await sql`update expired_tenant set looks = looks + 1, due_at = ${due}
             where tenant_id = any (${tenants})`.execute(db);
}

/**
 * Tenant purge: deletes all rows of expired sandbox tenants, in bounded batches.
 *
 * Terms
 * - **source**: a service that emits `sandbox.expired` for tenants of its own.
 * - **batch**: one transaction that deletes at most 250 rows of at most 25 tenants.
 * - **pass**: batches until no row is left.
 *
 * States of a row of `expired_tenant` (`passes` counts the finished ones)
 *
 *     sandbox.expired ──▶ due now, passes 0 ──rows left──▶ next batch, after 100 ms ──┐
 *                          ▲  │                                                     │
 *                          └──┼─────────────────────────────────────────────────────┘
 *                             └─no rows──▶ due in 8 days, passes 1 ──second pass, no rows──▶ deleted
 *
 * Guarantees
 * - All rows of the tenant go: those of the service's tables, then the kit's own, its cursors last:
 *   they recognize repeats. Rows that late events write after the first pass go in the second one, when the stream holds no event from
 *   before the expiry.
 * - Batches of several replicas do not block each other (`skip locked`); a crash repeats one batch.
 *
 * Not guaranteed
 * - Immediate deletion: the schedule runs each minute, and large tenants take many batches.
 * - Outbox and stream: their retention of 7 days removes the tenant's events. Receipts: 48 hours.
 * - Dead letters of the tenant stay until they are re-driven or deleted by hand.
 *
 * Numbers: 8 days are the 7 days of stream retention and one to spare. Batch sizes and the pause
 * keep transactions short and leave the database mostly to requests; measured in
 * docs/architecture/data.md.
 */
import { sandboxExpired } from '@svc/contracts';
import { type Kysely, sql } from 'kysely';
import { partitionsOf } from '../database/daily-table.ts';
import type { Schedule, TenantPurge } from '../service/bind.ts';
import type { Reaction } from '../service/reaction.ts';

const tenantsMax = 25;
const rowsMax = 250;
/**
 * Pause between batches, ms, so that requests have the database for most of the time. With 10,000
 * tenants that expire together, requests of others took 14.7 ms (p50) and 272 ms (p99), without it
 * 43 ms and a second (docs/performance.md).
 */
const pauseMs = 100;
/** Longer than the 7 days for which streams keep events. */
const secondPassMs = 8 * 24 * 60 * 60 * 1000;

/** Tables of the kit with rows of a tenant. */
const kitTables = ['job_sequence', 'parked_event', 'erased_job'] as const;
/** Deleted in the second pass: until then they distinguish repeated events from new ones. */
const lastTables = ['job_cursor'] as const;

interface Context {
  db: Kysely<unknown>;
  now: Date;
}

/** One reaction per source: records the tenant as due. */
export const onTenantExpired = (purge: TenantPurge | undefined): Reaction[] =>
  (purge?.sources ?? []).map((producer) => ({
    producer,
    type: 'sandbox.expired',
    inAnyOrder: true,
    handle: async ({ data }: { data: unknown }, { db, now }: Context) => {
      const { tenant_id } = sandboxExpired.data.parse(data);
      await sql`insert into expired_tenant (tenant_id, due_at) values (${tenant_id}, ${now})
                on conflict do nothing`.execute(db);
    },
  }));

/** The schedule that runs the batches. */
export const tenantPurgeSchedules = (purge: TenantPurge | undefined): Schedule[] =>
  purge
    ? [
        {
          name: 'forget-expired',
          cron: '* * * * *',
          pauseMs,
          run: (context: Context) => purgeBatch(purge, context),
        },
      ]
    : [];

async function purgeBatch(purge: TenantPurge, { db, now }: Context): Promise<'again' | undefined> {
  const { rows } = await sql<{ tenant_id: string; passes: number }>`
    select tenant_id, passes from expired_tenant where due_at <= ${now}
     order by due_at limit ${tenantsMax} for update skip locked`.execute(db);
  const tenants = rows.map(({ tenant_id }) => tenant_id);
  if (tenants.length === 0) return undefined;
  let remaining = rowsMax;
  if (purge.remove) remaining -= await purge.remove(db, tenants, remaining);
  for (const table of await partitionsOf(db, [...purge.tables, ...kitTables])) {
    if (remaining > 0) remaining -= await deleteRows(db, { table, tenants, max: remaining });
  }
  const again = rows.filter(({ passes }) => passes > 0).map(({ tenant_id }) => tenant_id);
  for (const table of lastTables) {
    if (remaining > 0) remaining -= await deleteRows(db, { table, tenants: again, max: remaining });
  }
  if (remaining === rowsMax) await finishPass(db, tenants, now);
  return 'again';
}

/**
 * Returns the number of rows found. A row that is updated concurrently is found but not deleted
 * (the statement's snapshot has an older version); the next batch finds it again.
 */
async function deleteRows(
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

/** No row is left: schedules the second pass, or ends after it. */
async function finishPass(db: Kysely<unknown>, tenants: string[], now: Date): Promise<void> {
  await sql`delete from expired_tenant where tenant_id = any (${tenants}) and passes > 0`.execute(
    db,
  );
  const due = new Date(now.getTime() + secondPassMs);
  await sql`update expired_tenant set passes = passes + 1, due_at = ${due}
             where tenant_id = any (${tenants})`.execute(db);
}

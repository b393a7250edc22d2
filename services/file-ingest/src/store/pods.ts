import { type Kysely, type Selectable, sql } from 'kysely';
import type { EdiSender } from '../domain/edifact/iftsta.ts';
import type { Tables } from './schema.ts';

export type PodRecord = Selectable<Tables['pod_file']>;

/** One per delivered job, however often it is told. */
export async function queuePod(
  db: Kysely<Tables>,
  tenant: string,
  pod: Pick<PodRecord, 'job_id' | 'dc' | 'order_id'> & { due_at: Date },
): Promise<void> {
  await db
    .insertInto('pod_file')
    .values({ tenant_id: tenant, ...pod, name: null, attempts: 0 })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Whoever sent the order as EDIFACT is told of its delivery so. */
export async function findEdiSender(
  db: Kysely<Tables>,
  tenant: string,
  { dc, order_id }: Pick<PodRecord, 'dc' | 'order_id'>,
): Promise<EdiSender | null> {
  const found = await db
    .selectFrom('booked_order as o')
    .innerJoin('file as f', (on) =>
      on.onRef('f.tenant_id', '=', 'o.tenant_id').onRef('f.id', '=', 'o.file_id'),
    )
    .select('f.edi')
    .where('o.tenant_id', '=', tenant)
    .where('o.dc', '=', dc)
    .where('o.order_id', '=', order_id)
    .executeTakeFirst();
  return found?.edi ?? null;
}

export async function claimPod(
  db: Kysely<Tables>,
  { now, until }: { now: Date; until: Date },
): Promise<PodRecord | undefined> {
  const { rows } = await sql<PodRecord>`
    update pod_file p set due_at = ${until} from (
      select tenant_id, job_id from pod_file where due_at <= ${now}
       order by due_at limit 1 for update skip locked) due
     where p.tenant_id = due.tenant_id and p.job_id = due.job_id
    returning p.*`.execute(db);
  return rows[0];
}

export async function savePod(
  db: Kysely<Tables>,
  { tenant_id, job_id }: Pick<PodRecord, 'tenant_id' | 'job_id'>,
  change: Partial<Pick<PodRecord, 'name' | 'attempts' | 'due_at' | 'placed_at'>>,
): Promise<void> {
  await db
    .updateTable('pod_file')
    .set(change)
    .where('tenant_id', '=', tenant_id)
    .where('job_id', '=', job_id)
    .execute();
}

import { type Kysely, type Selectable, sql } from 'kysely';
import type { EdiSender } from '../domain/edifact/iftsta.ts';
import type { Tables } from './schema.ts';

export type PodRecord = Selectable<Tables['pod_file']>;

/** Idempotent: one per delivered job. */
export async function insertPod(
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

/** After an erasure: makes the POD file due, to be rewritten without personal data. */
export async function markPodErased(
  db: Kysely<Tables>,
  tenant: string,
  { jobId, now }: { jobId: string; now: Date },
): Promise<void> {
  await db
    .updateTable('pod_file')
    .set({ erased_at: now, due_at: now })
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .execute();
}

/** EDIFACT sender of the order, or null if it came as CSV; decides whether an IFTSTA is sent. */
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

export async function updatePod(
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

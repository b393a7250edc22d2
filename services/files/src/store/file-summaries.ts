/** File listing for the operator: files of all tenants with row counts. */
import type { files as contract, InputOf, WholesaleRow } from '@svc/contracts';
import { requireCursor } from '@svc/kit/page';
import { type Kysely, sql } from 'kysely';
import type { FileSummary } from '../domain/resource.ts';
import type { FileRecord } from './files.ts';
import type { Tables } from './schema.ts';

type Filter = InputOf<(typeof contract)['actions']['list']>;

/** From the stored counts where the rows are deleted. */
const counted = (status: WholesaleRow['status']) =>
  sql<number>`coalesce(
    (file.row_counts ->> ${status})::int, (count(*) filter (where status = ${status}))::int)`;

const fileSummaries = (db: Kysely<Tables>) =>
  db
    .selectFrom('file')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('file_row as r')
          .select([
            counted('booked').as('booked'),
            counted('already_booked').as('already_booked'),
            counted('refused').as('refused'),
            counted('waiting').as('waiting'),
          ])
          .whereRef('r.tenant_id', '=', 'file.tenant_id')
          .whereRef('r.file_id', '=', 'file.id')
          .as('rows'),
      (join) => join.onTrue(),
    )
    .selectAll();

/** Newest first: ids sort by time. */
export async function listFileSummaries(
  db: Kysely<Tables>,
  filter: Filter,
): Promise<FileSummary[]> {
  const { tenant_id, dc, status, starting_after, limit } = filter;
  await requireCursor(filter, (id) =>
    db
      .selectFrom('file')
      .select('id')
      .where('id', '=', id)
      // The desk may begin after any file; a tenant after its own.
      .$if(tenant_id !== undefined, (q) => q.where('tenant_id', '=', tenant_id ?? '')),
  );
  return fileSummaries(db)
    .$if(tenant_id !== undefined, (q) => q.where('tenant_id', '=', tenant_id ?? ''))
    .$if(dc !== undefined, (q) => q.where('dc', '=', dc ?? ''))
    .$if(status === 'answered', (q) => q.where('answered_at', 'is not', null))
    .$if(status === 'processing', (q) => q.where('answered_at', 'is', null))
    .$if(starting_after !== undefined, (q) => q.where('id', '<', starting_after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** File of this tenant; of any tenant if it is undefined. */
export const findFileSummary = (
  db: Kysely<Tables>,
  id: string,
  tenant?: string,
): Promise<FileSummary | undefined> =>
  fileSummaries(db)
    .where('id', '=', id)
    .$if(tenant !== undefined, (q) => q.where('tenant_id', '=', tenant ?? ''))
    .executeTakeFirst();

export const hasRow = async (
  db: Kysely<Tables>,
  { tenant_id, id }: Pick<FileRecord, 'tenant_id' | 'id'>,
  row: number,
): Promise<boolean> => {
  const found = await db
    .selectFrom('file_row')
    .select('row')
    .where('tenant_id', '=', tenant_id)
    .where('file_id', '=', id)
    .where('row', '=', row)
    .executeTakeFirst();
  return found !== undefined;
};

export const listFileRows = (
  db: Kysely<Tables>,
  { tenant_id, id }: Pick<FileRecord, 'tenant_id' | 'id'>,
  page: { status: WholesaleRow['status'] | undefined; after: number; limit: number },
): Promise<WholesaleRow[]> =>
  db
    .selectFrom('file_row as r')
    .leftJoin('pod_file as p', (join) =>
      join.onRef('p.tenant_id', '=', 'r.tenant_id').onRef('p.job_id', '=', 'r.job_id'),
    )
    .select(['row', 'r.order_id', 'status', 'r.job_id', 'ref', 'faults', 'p.name as pod_file'])
    .where('r.tenant_id', '=', tenant_id)
    .where('r.file_id', '=', id)
    .where('row', '>', page.after)
    .$if(page.status !== undefined, (q) => q.where('status', '=', page.status ?? 'waiting'))
    .orderBy('row')
    .limit(page.limit + 1)
    .execute();

/** Sum over the tenant's files whose bytes are kept; an index-only scan. */
export async function sumStorage(
  db: Kysely<Tables>,
  tenant: string,
): Promise<{ files: number; bytes: number }> {
  const { files, bytes } = await db
    .selectFrom('file')
    .select([
      sql<number>`count(*)::int`.as('files'),
      sql<string>`coalesce(sum(size), 0)`.as('bytes'),
    ])
    .where('tenant_id', '=', tenant)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { files, bytes: Number(bytes) };
}

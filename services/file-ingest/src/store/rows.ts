import type { BatchResult } from '@svc/contracts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { SettledRow } from '../domain/answer.ts';
import type { ReadRow } from '../domain/order.ts';
import type { FileRecord } from './files.ts';
import type { Tables } from './schema.ts';

type FileKey = Pick<FileRecord, 'tenant_id' | 'dc' | 'id'>;
type RowRecord = Selectable<Tables['file_row']>;

/** Instead of those that an earlier reading left. */
export async function replaceRows(
  db: Kysely<Tables>,
  { tenant_id, id }: FileKey,
  rows: readonly ReadRow[],
): Promise<void> {
  await db
    .deleteFrom('file_row')
    .where('tenant_id', '=', tenant_id)
    .where('file_id', '=', id)
    .execute();
  await sql`
    insert into file_row (tenant_id, file_id, row, order_id, status, booking, faults)
    select ${tenant_id}, ${id}, row, order_id,
           case when json_typeof(booking) = 'object' then 'waiting' else 'refused' end,
           case when json_typeof(booking) = 'object' then booking end, faults
      from json_to_recordset(${JSON.stringify(rows)})
        as r(row integer, order_id text, booking json, faults json)`.execute(db);
}

/** The next rows to book, in their order. */
export const listWaiting = (
  db: Kysely<Tables>,
  { tenant_id, id }: FileKey,
  limit: number,
): Promise<Pick<RowRecord, 'row' | 'order_id' | 'booking'>[]> =>
  db
    .selectFrom('file_row')
    .select(['row', 'order_id', 'booking'])
    .where('tenant_id', '=', tenant_id)
    .where('file_id', '=', id)
    .where('status', '=', 'waiting')
    .orderBy('row')
    .limit(limit)
    .execute();

export type Booked = Extract<BatchResult, { job_id: string }>;
export interface BookedRow extends Pick<Booked, 'job_id' | 'ref'> {
  row: number;
  order_id: string;
}
/** Whose an order is: that of the first file which recorded its job. */
export interface Owned extends BookedRow {
  isOurs: boolean;
}

/** Claims the orders for this file; which are its own, the first to come decides. */
export async function ownOrders(
  db: Kysely<Tables>,
  { tenant_id, dc, id }: FileKey,
  booked: readonly BookedRow[],
): Promise<Owned[]> {
  if (booked.length === 0) return [];
  const told = JSON.stringify(booked);
  await sql`
    insert into booked_order (tenant_id, dc, order_id, file_id, job_id, ref)
    select ${tenant_id}, ${dc}, order_id, ${id}, job_id, ref
      from json_to_recordset(${told}) as t(order_id text, job_id text, ref text)
     order by order_id
    on conflict do nothing`.execute(db);
  const owners = await db
    .selectFrom('booked_order')
    .select(['order_id', 'file_id'])
    .where('tenant_id', '=', tenant_id)
    .where('dc', '=', dc)
    .where('order_id', '=', sql<string>`any(${booked.map(({ order_id }) => order_id)})`)
    .execute();
  const ownerOf = new Map(owners.map(({ order_id, file_id }) => [order_id, file_id]));
  return booked.map((row) => ({ ...row, isOurs: ownerOf.get(row.order_id) === id }));
}

/** The order tells the row from another that took its place when the file was read again. */
export type RowOutcome = Pick<
  RowRecord,
  'row' | 'order_id' | 'status' | 'faults' | 'job_id' | 'ref'
>;

export async function recordOutcomes(
  db: Kysely<Tables>,
  { tenant_id, id }: FileKey,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  await sql`
    update file_row r set status = o.status, booking = null, faults = o.faults, job_id = o.job_id, ref = o.ref
      from json_to_recordset(${JSON.stringify(outcomes)})
        as o(row integer, order_id text, status text, faults json, job_id text, ref text)
     where r.tenant_id = ${tenant_id} and r.file_id = ${id} and r.row = o.row and r.order_id = o.order_id
       and r.row = any(${outcomes.map(({ row }) => row)}::int[])`.execute(db);
}

export const listSettled = (
  db: Kysely<Tables>,
  { tenant_id, id }: FileKey,
): Promise<SettledRow[]> =>
  db
    .selectFrom('file_row')
    .select(['row', 'order_id', 'job_id', 'ref', 'faults'])
    .where('tenant_id', '=', tenant_id)
    .where('file_id', '=', id)
    .orderBy('row')
    .execute();

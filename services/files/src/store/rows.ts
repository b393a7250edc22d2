import type { BatchResult } from '@svc/contracts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { SettledRow } from '../domain/answer.ts';
import type { ParsedRow } from '../domain/order.ts';
import type { FileRecord } from './files.ts';
import type { Tables } from './schema.ts';

type FileKey = Pick<FileRecord, 'tenant_id' | 'dc' | 'id'>;
type RowRecord = Selectable<Tables['file_row']>;

/** Replaces the rows of an earlier reading. */
export async function replaceRows(
  db: Kysely<Tables>,
  { tenant_id, id }: FileKey,
  rows: readonly ParsedRow[],
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
export const listWaitingRows = (
  db: Kysely<Tables>,
  { tenant_id, id }: FileKey,
  limit: number,
): Promise<Pick<RowRecord, 'row' | 'order_id' | 'booking'>[]> =>
  db
    .selectFrom('file_row')
    .select(['row', 'order_id', 'booking'])
    .where('tenant_id', '=', tenant_id)
    .where('file_id', '=', id)
    .where('status', '=', sql.lit('waiting'))
    .orderBy('row')
    .limit(limit)
    .execute();

export type BookedResult = Extract<BatchResult, { job_id: string }>;
export interface BookedRow extends Pick<BookedResult, 'job_id' | 'ref'> {
  row: number;
  order_id: string;
}
/** An order belongs to the first file that recorded its job. */
export interface OwnedRow extends BookedRow {
  isOurs: boolean;
}

/** Claims the orders for this file: first writer wins. */
export async function claimOrders(
  db: Kysely<Tables>,
  { tenant_id, dc, id }: FileKey,
  booked: readonly BookedRow[],
): Promise<OwnedRow[]> {
  if (booked.length === 0) return [];
  const claims = JSON.stringify(booked);
  await sql`
    insert into booked_order (tenant_id, dc, order_id, file_id, job_id, ref)
    select ${tenant_id}, ${dc}, order_id, ${id}, job_id, ref
      from json_to_recordset(${claims}) as t(order_id text, job_id text, ref text)
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

/** `order_id` guards against a row that was replaced when the file was restarted. */
export type RowResult = Pick<
  RowRecord,
  'row' | 'order_id' | 'status' | 'faults' | 'job_id' | 'ref'
>;

export async function saveRowResults(
  db: Kysely<Tables>,
  { tenant_id, id }: FileKey,
  outcomes: readonly RowResult[],
): Promise<void> {
  await sql`
    update file_row r set status = o.status, booking = null, faults = o.faults, job_id = o.job_id, ref = o.ref
      from json_to_recordset(${JSON.stringify(outcomes)})
        as o(row integer, order_id text, status text, faults json, job_id text, ref text)
     where r.tenant_id = ${tenant_id} and r.file_id = ${id} and r.row = o.row and r.order_id = o.order_id
       and r.row = any(${outcomes.map(({ row }) => row)}::int[])`.execute(db);
}

export const listSettledRows = (
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

import type { TracedReading } from '@svc/contracts';
import { requireCursor } from '@svc/kit/page';
import { type Kysely, sql } from 'kysely';
import {
  type AddedFile,
  fileSummaryOf,
  type LoggerFileRecord,
  type LoggerFileSummary,
} from '../../domain/boxes/logger-file.ts';
import type { TraceWindow } from '../../domain/cold-chain/reading.ts';
import type { Tables } from '../schema.ts';
import type { ProbeKey } from './job-boxes.ts';

const columns = [
  ...(['id', 'asset_id', 'device_id', 'name', 'sha256', 'uploaded_by'] as const),
  ...(['created_at', 'ignored'] as const),
] as const;

const select = (db: Kysely<Tables>, tenant: string) =>
  db.selectFrom('logger_file').select(columns).where('tenant_id', '=', tenant);

export const findLoggerFile = (
  db: Kysely<Tables>,
  tenant: string,
  id: string,
): Promise<LoggerFileRecord | undefined> =>
  select(db, tenant).select(['content', 'readings']).where('id', '=', id).executeTakeFirst();

/** An id begins with the time of the file's first row: those that begin last come first. */
export async function listLoggerFiles(
  db: Kysely<Tables>,
  tenant: string,
  { assetId, before, max }: { assetId: string; before: string | undefined; max: number },
): Promise<LoggerFileSummary[]> {
  await requireCursor({ starting_after: before }, (id) => select(db, tenant).where('id', '=', id));
  return select(db, tenant)
    .select(['first_at', 'last_at', sql<number>`json_array_length(readings)`.as('readings')])
    .where('asset_id', '=', assetId)
    .$if(before !== undefined, (all) => all.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(max)
    .execute();
}

export async function insertLoggerFile(
  db: Kysely<Tables>,
  tenant: string,
  file: LoggerFileRecord,
): Promise<void> {
  await db
    .insertInto('logger_file')
    .values({
      ...{ tenant_id: tenant, ...fileSummaryOf(file), content: file.content },
      readings: JSON.stringify(file.readings),
    })
    .execute();
}

/** Files of these probes with readings of that time, the first that was uploaded first. */
export async function listAddedFiles(
  db: Kysely<Tables>,
  devices: readonly ProbeKey[],
  { from, to }: TraceWindow,
): Promise<AddedFile[]> {
  if (devices.length === 0) return [];
  const { rows } = await sql<AddedFile>`
    select f.device_id, f.sha256, f.uploaded_by, f.created_at, f.readings
      from logger_file f
      join (select distinct * from unnest(${devices.map(({ tenant_id }) => tenant_id)}::text[],
                                          ${devices.map(({ device_id }) => device_id)}::text[]))
           as d (tenant_id, device_id) using (tenant_id, device_id)
     where f.first_at <= ${to} and f.last_at >= ${from}
     order by f.created_at, f.id`.execute(db);
  return rows;
}

export interface StoredAmendment {
  job_id: string;
  file_id: string;
  created_at: Date;
  cold_chain: string;
  readings: readonly TracedReading[];
}

export async function insertAmendment(
  db: Kysely<Tables>,
  tenant: string,
  { readings, ...amendment }: StoredAmendment,
): Promise<void> {
  await db
    .insertInto('trace_amendment')
    .values({ tenant_id: tenant, ...amendment, readings: JSON.stringify(readings) })
    .execute();
}

/** Of a job, the newest last. */
export const listAmendments = (db: Kysely<Tables>, tenant: string, jobId: string) =>
  db
    .selectFrom('trace_amendment')
    .select(['cold_chain', 'readings'])
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .orderBy('created_at')
    .orderBy('file_id')
    .execute();

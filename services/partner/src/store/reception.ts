import type { Kysely } from 'kysely';
import type { ManifestRecord } from '../domain/manifest.ts';
import type { ReceptionRecord, ReceptionState } from '../domain/reception.ts';
import { listManifests, type ManifestTarget } from './manifests.ts';
import type { Tables } from './schema.ts';

/** The run that the job is a stop of; undefined for a job of its own. */
const findRun = (db: Kysely<Tables>, tenant: string, jobId: string) =>
  db
    .selectFrom('route_stop')
    .select(['route_id', 'run_on'])
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .executeTakeFirst();

/** A specimen of a run may come with any of its jobs. */
async function jobsOfRun(
  db: Kysely<Tables>,
  tenant: string,
  run: { route_id: string; run_on: string },
): Promise<string[]> {
  const stops = await db
    .selectFrom('route_stop')
    .select('job_id')
    .where('tenant_id', '=', tenant)
    .where('route_id', '=', run.route_id)
    .where('run_on', '=', run.run_on)
    .execute();
  return stops.flatMap(({ job_id }) => job_id ?? []);
}

/** Row whose lock serializes the receptions of a job. */
export const receptionTarget = async (
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<ManifestTarget> => (await findRun(db, tenant, jobId)) ?? { job_id: jobId };

export async function getReceptionState(
  db: Kysely<Tables>,
  tenant: string,
  jobId: string,
): Promise<ReceptionState> {
  const run = await findRun(db, tenant, jobId);
  const jobIds = run ? await jobsOfRun(db, tenant, run) : [jobId];
  const targets = [...jobIds.map((job_id) => ({ job_id })), ...(run ? [run] : [])];
  const manifests = await listManifests(db, tenant, targets);
  const records = await listRecords(db, tenant, jobIds);
  const barcodes = manifests.flatMap(({ specimens }) => specimens.map(({ barcode }) => barcode));
  return { expected: new Set(barcodes), records };
}

/** Verdicts on the manifest of a job, or of any job of its run. */
export async function listVerdicts(
  db: Kysely<Tables>,
  tenant: string,
  { job_id, route_id, run_on }: Pick<ManifestRecord, 'job_id' | 'route_id' | 'run_on'>,
): Promise<ReceptionRecord[]> {
  const isOfRun = route_id !== null && run_on !== null;
  const jobIds = isOfRun ? await jobsOfRun(db, tenant, { route_id, run_on }) : [job_id ?? ''];
  return listRecords(db, tenant, jobIds);
}

const listRecords = (
  db: Kysely<Tables>,
  tenant: string,
  jobIds: readonly string[],
): Promise<ReceptionRecord[]> =>
  jobIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('reception')
        .selectAll()
        .where('tenant_id', '=', tenant)
        .where('job_id', 'in', [...jobIds])
        .execute();

export async function insertReceptions(
  db: Kysely<Tables>,
  tenant: string,
  records: readonly ReceptionRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await db
    .insertInto('reception')
    .values(records.map((record) => ({ ...record, tenant_id: tenant })))
    .execute();
}

/** Notes are free text, and may be about a person. */
export async function eraseNotes(db: Kysely<Tables>, tenant: string, jobId: string): Promise<void> {
  await db
    .updateTable('reception')
    .set({ note: null })
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .execute();
}
